import { Download } from 'lucide-react';
import { useState } from 'react';

import { Address } from '../kernel/ui/marks/address.tsx';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { SearchBox } from '../kernel/ui/forms/search-box.tsx';
import { Table } from '../kernel/ui/tables/table.tsx';
import type { SortOrder } from '../kernel/ui/tables/column.ts';
import type { Head } from '../kernel/ui/tables/table-head.tsx';
import { Toolbar } from '../kernel/ui/tables/toolbar.tsx';

const ROWS = [
  { wallet: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', lmt: '8.30000000', tone: 'good' },
  { wallet: '4Nd1mYvMZ1x9B8sYJkX6oE5T7zvR2q3hLwUeWqPpC9aT', lmt: '1204.95890410', tone: 'time' },
] as const;

export function Tables() {
  const [search, setSearch] = useState('7xKX');
  const [order, setOrder] = useState<SortOrder>('descending');
  const turn = () => setOrder(order === 'ascending' ? 'descending' : 'ascending');
  const head: Head = [
    'Wallet',
    { label: 'Status', sort: null },
    { label: 'Unstaked', right: true, sort: order, onSort: turn },
  ];
  return (
    <Card title="Tables">
      <Toolbar label="Users">
        <SearchBox label="Search wallets" value={search} onChange={setSearch} />
        <Button size="sm">
          <Download aria-hidden className="size-3.5" /> Export
        </Button>
      </Toolbar>
      <Table label="Users" head={head}>
        {ROWS.map(({ wallet, lmt, tone }) => (
          <tr key={wallet}>
            <Cell note="2 bonds, 1 stake">
              <Address address={wallet} />
            </Cell>
            <Cell>
              <Badge tone={tone}>Active</Badge>
            </Cell>
            <Cell right note="Calc 1,204.9489">
              <Figure value={lmt} unit="LMT" />
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

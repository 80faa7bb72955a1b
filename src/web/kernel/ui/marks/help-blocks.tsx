/** A piece of a help page: plain text. */
type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] };

/** A help page's text. */
export function HelpBlocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className="grid max-w-[72ch] gap-3 text-quiet">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a page's blocks never move
        <Piece key={index} block={block} />
      ))}
    </div>
  );
}

function Piece({ block }: { readonly block: Block }) {
  if (block.kind === 'heading') {
    return <h3 className="mt-2 font-[560] text-text">{block.text}</h3>;
  }
  if (block.kind !== 'list') return <p>{block.text}</p>;
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List
      className={block.ordered ? 'grid list-decimal gap-1.5 pl-5' : 'grid list-disc gap-1.5 pl-5'}
    >
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </List>
  );
}

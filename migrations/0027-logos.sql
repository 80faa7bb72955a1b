-- Each asset's icon, which is served with the page.
update holdings set logo = '/logos/' || lower(symbol) || '.svg';

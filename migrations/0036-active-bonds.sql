-- Bonds in their lock are counted from the index alone: with a million users their rows lie on nearly
-- every page of the table.
create index bonds_active on bonds (starts_at) where status = 'confirmed' and deleted_at is null;
drop index bonds_confirmed;

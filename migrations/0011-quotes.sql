-- A quote reserves no supply any more: open quotes are not summed up.
drop index quotes_open;

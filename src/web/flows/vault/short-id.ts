export { shortId } from '#domain/vaults/short-id';

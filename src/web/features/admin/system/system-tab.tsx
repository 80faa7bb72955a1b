export default function SystemTab() {
  return null;
}

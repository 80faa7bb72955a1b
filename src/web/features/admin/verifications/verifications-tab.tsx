export default function VerificationsTab() {
  return null;
}

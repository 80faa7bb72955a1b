export default function AuditTab() {
  return null;
}

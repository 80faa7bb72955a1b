export default function AnalyticsTab() {
  return null;
}

package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.ApprovalRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A question as a person reads it. */
class ApprovalHtmlTest {
  private static final Instant UNTIL = Instant.parse("2026-11-20T16:05:22.726327359Z");

  private static String page(String price, Map<String, Object> arguments) {
    return ApprovalHtml.of(request(price, arguments), ZoneId.of("America/Chicago"));
  }

  private static ApprovalRequest request(String price, Map<String, Object> arguments) {
    return new ApprovalRequest(
        "create_load", "Do it", new BigDecimal(price), "d", null, UNTIL, "t", arguments);
  }

  private static Map<String, Object> stop(String city) {
    return Map.of(
        "zip",
        "40701",
        "state",
        "KY",
        "city",
        city,
        "address",
        "120 Main St",
        "date",
        "2026-11-20T14:00:00Z");
  }

  @Test
  void membersStandInTheOrderInWhichPeopleReadThem() {
    String page =
        page(
            "0.65",
            Map.of(
                "deliveries",
                List.of(stop("Dallas"), stop("Waco")),
                "pickups",
                List.of(stop("Corbin")),
                "rate",
                new BigDecimal("1250"),
                "somethingNew",
                "x",
                "driverPhone",
                "+13125550142",
                "customerRef",
                "PO-7731"));
    assertThat(page)
        .containsSubsequence(
            "$0.65",
            "Do it",
            "Approve",
            "Refuse",
            "10:05 AM CST",
            "Order",
            "PO-7731",
            "Driver's phone".replace("'", "&#39;"),
            "+1 312 555 0142",
            "Pickups",
            "Address",
            "120 Main St",
            "City",
            "Corbin",
            "State",
            "KY",
            "ZIP",
            "40701",
            "Window begins",
            "Fri, Nov 20, 2026, 8:00 AM CST",
            "Deliveries",
            "<li>",
            "Dallas",
            "<li>",
            "Waco",
            "Rate",
            "$1,250.00",
            "Something new",
            "x");
    assertThat(page).contains("prefers-color-scheme:dark").doesNotContain("customerRef", "22.726");
  }

  @Test
  void whatTheAgentWroteIsTextAndStaysInItsPlace() {
    String page = page("0.65", Map.of("customerRef", "<script>1</script>", "date", "soon"));
    assertThat(page)
        .contains("<bdi>&lt;script&gt;1&lt;/script&gt;</bdi>", "<bdi>soon</bdi>")
        .doesNotContain("<script>");
  }

  @Test
  void moneyHasTwoDecimalsOrMoreAndWhatIsFreeSaysSo() {
    assertThat(page("1.4", Map.of())).contains("<h1>$1.40</h1>");
    assertThat(page("0.0025", Map.of())).contains("<h1>$0.0025</h1>");
    assertThat(page("0", Map.of())).contains("nothing to pay").doesNotContain("$0");
    assertThat(Asking.question(request("1.4", Map.of())))
        .isEqualTo("1.40 USD of the prepaid balance: Do it?");
    assertThat(Asking.question(request("0", Map.of()))).isEqualTo("This costs nothing: Do it?");
  }
}

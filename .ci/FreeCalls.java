import io.freightsdk.FreightClient;
import java.time.Instant;
import java.util.Map;

/**
 * Makes the calls that cost nothing and requires the answers that the description gives as examples.
 * Not the closed status door: of an operation that never succeeds Prism makes a success.
 */
final class FreeCalls {
  public static void main(String[] arguments) {
    try (FreightClient client =
        FreightClient.builder().baseUrl(arguments[0]).agentKey("fak_example").build()) {
      Map<String, ?> prices = client.getPricing().prices();
      require("4 prices", prices.size() == 4 && prices.get("load_create").toString().equals("0.65"));
      require("a balance", client.getBalance().balanceUsd().toString().equals("24.35"));
      require(
          "a delivery",
          client.confirmDelivery("LD-2026-0004", Instant.parse("2026-11-20T19:05:00Z")).ok());
      require("a catalog", client.catalog().getServiceCatalog().services().size() == 2);
    }
  }

  private static void require(String what, boolean holds) {
    if (!holds) throw new AssertionError("the client did not find " + what + " in the answer");
    System.out.println("found " + what);
  }
}

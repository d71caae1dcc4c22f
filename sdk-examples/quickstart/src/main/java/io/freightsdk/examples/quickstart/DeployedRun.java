package io.freightsdk.examples.quickstart;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The life of a load against a deployment, with real money and in real time. */
final class DeployedRun {
  private static final Duration BETWEEN_READS = Duration.ofMinutes(5);

  private final String baseUrl;
  private final @Nullable String agentKey;
  private final Arguments arguments;
  private final PrintStream out;
  private final Narrator narrator;

  DeployedRun(String baseUrl, @Nullable String agentKey, Arguments arguments, PrintStream out) {
    this.baseUrl = baseUrl;
    this.agentKey = agentKey;
    this.arguments = arguments;
    this.out = out;
    this.narrator = new Narrator(out);
  }

  void run() {
    if (agentKey == null) {
      out.println("FREIGHT_BASE_URL is set, FREIGHT_AGENT_KEY is not; set it to your agent key.");
      return;
    }
    try (FreightClient client =
        FreightClient.builder().baseUrl(baseUrl).agentKey(agentKey).build()) {
      Pricing pricing = client.getPricing();
      out.println("The service is at " + baseUrl + "; times are in UTC.");
      out.printf(
          Locale.ROOT, "The balance is %s USD; prices are%n", client.getBalance().balanceUsd());
      pricing
          .prices()
          .forEach((key, price) -> out.printf(Locale.ROOT, "  %-18s %6s USD%n", key, price));
      if (!arguments.create()) {
        out.println("Nothing was created. Add --create to create a load at these prices.");
        return;
      }
      create(client);
      out.printf(Locale.ROOT, "The balance is %s USD.%n", client.getBalance().balanceUsd());
    }
  }

  private void create(FreightClient client) {
    FreightResponse<CreateLoadOutcome> created =
        client.withResponse().createLoad(SampleLoad.startingAt(Instant.now()));
    String loadNumber = created.value().loadNumber();
    narrator.event(Instant.now(), "createLoad        " + loadNumber, created.charge());
    LoadPosition position = look(client, loadNumber);
    while (arguments.follow() && !isOver(position.status()) && waited()) {
      position = look(client, loadNumber);
      if (position.status().equals(LoadStatus.AT_DELIVERY)) {
        var confirmed = client.withResponse().confirmDelivery(loadNumber);
        narrator.event(Instant.now(), "confirmDelivery", confirmed.charge());
      }
    }
    narrator.stops(position);
  }

  private LoadPosition look(FreightClient client, String loadNumber) {
    FreightResponse<LoadPosition> read = client.withResponse().getLoadPosition(loadNumber);
    narrator.position(Instant.now(), read.value(), read.charge());
    return read.value();
  }

  private static boolean isOver(LoadStatus status) {
    return status.equals(LoadStatus.DELIVERED) || status.equals(LoadStatus.CANCELLED);
  }

  /** Waits until the next read is due; false when the user has interrupted the program. */
  private static boolean waited() {
    try {
      Thread.sleep(BETWEEN_READS.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

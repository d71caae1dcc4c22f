package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Books that set money aside when its call has ended without them. */
class LateReservationTest {
  private final CompletableFuture<Boolean> asked = new CompletableFuture<>();
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** Books as in a database, which set money aside when the test says so. */
  private ClientCore.Books hanging() {
    return (settings, clock, nanoTime, reads, later) ->
        new SpendBooks(settings, clock, nanoTime, reads, later) {
          @Override
          public boolean mayBlock() {
            return true;
          }

          @Override
          public PriceReading newest() {
            return KnownPrices.usual().newest(clock, nanoTime);
          }

          @Override
          public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
            asked.complete(true);
            over.join();
            return super.reserve(purchase, amountUsd);
          }
        };
  }

  @ParameterizedTest
  @EnumSource
  void moneyThatIsSetAsideTooLateIsGivenBack(CallStyle style) {
    SpendStore kept = SpendStore.inMemory();
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      FreightClient client =
          TestBuilders.withBooks(builder(server, broker, kept), hanging()).build();
      giveUpWhileTheBooksAreAsked(style, client);
      Eventually.until(() -> client.activity().calls() == 0, () -> client.activity().toString());
      over.complete(true);
      client.close();

      try (FreightClient next = builder(server, broker, kept).build()) {
        assertThat(style.createLoad(next, Loads.twoStops()).charge()).hasToString("0.65 USD");
      }
    }
  }

  private static FreightClientBuilder builder(
      InMemoryFreightServer server, Broker broker, SpendStore kept) {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .spendStore(kept)
        .spendLimits(SpendLimits.builder().total("0.65").build());
  }

  private void giveUpWhileTheBooksAreAsked(CallStyle style, FreightClient client) {
    if (style == CallStyle.FUTURE) {
      CompletableFuture<?> call = client.async().createLoad(Loads.twoStops());
      CallStyle.join(asked);
      call.cancel(true);
      return;
    }
    Thread caller =
        new Thread(
            () -> {
              try {
                client.createLoad(Loads.twoStops());
              } catch (FreightException interrupted) {
                // What becomes of its money is looked at below.
              }
            });
    caller.start();
    CallStyle.join(asked);
    caller.interrupt();
  }
}

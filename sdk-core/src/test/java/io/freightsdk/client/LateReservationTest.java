package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Books that set money aside when its call has ended without them. */
class LateReservationTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");
  private final SpendStore kept = SpendStore.inMemory();
  private CompletableFuture<CreateLoadOutcome> call = new CompletableFuture<>();
  private Runnable givesUp = () -> {};
  private boolean hadEnded;

  @AfterEach
  void close() {
    world.close();
    server.close();
  }

  /** Books as in a database, which set money aside when their call has ended. */
  private ClientCore.Books late() {
    return (settings, environment, threads, reads) ->
        new SpendBooks(settings, environment, threads, reads) {
          @Override
          public boolean mayBlock() {
            return true;
          }

          @Override
          public PriceReading newest() {
            return KnownPrices.usual().newest(environment.clock(), environment.nanoTime());
          }

          @Override
          public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
            givesUp.run();
            world.settle();
            hadEnded = call.isDone();
            return super.reserve(purchase, amountUsd);
          }
        };
  }

  private FreightClientBuilder builder() {
    return world
        .builder()
        .agentKey(broker.agentKey())
        .spendStore(kept)
        .spendLimits(SpendLimits.builder().total("0.65").build());
  }

  @ParameterizedTest
  @EnumSource
  void moneyThatIsSetAsideTooLateIsGivenBack(CallStyle style) {
    FreightClient client = world.client(TestBuilders.withBooks(builder(), late()));
    if (style == CallStyle.FUTURE) {
      call = client.async().createLoad(Loads.twoStops());
      givesUp = () -> call.cancel(true);
    } else {
      Caller<CreateLoadOutcome> caller = world.start(() -> client.createLoad(Loads.twoStops()));
      call = caller;
      givesUp = caller::interrupt;
    }
    world.settle();
    assertThat(call).isCompletedExceptionally();
    assertThat(hadEnded).as("the call had ended when its money was set aside").isTrue();
    assertThat(client.activity().calls()).isZero();

    FreightClient next = world.client(builder());
    SpendScope scope = SpendScope.client(next.spendLimits());
    assertThat(next.ledger().remaining(scope).get(0).remainingUsd()).isEqualByComparingTo("0.65");
    assertThat(style.createLoad(next, Loads.twoStops()).charge()).hasToString("0.65 USD");
    assertThat(broker.debits()).hasSize(1);
  }
}

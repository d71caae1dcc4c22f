package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A listener of a ledger hears of a call while that call waits, and may use or close its client.
 */
class ListenersOfSpendingTest extends MoneyTest {
  private final AtomicReference<FreightClient> self = new AtomicReference<>();

  /** With one place on the wire. */
  private FreightClient hearing(Consumer<SpendEntry> listener) {
    SpendLedger ledger =
        SpendLedger.builder()
            .clock(world.clock())
            .listener(
                new SpendListener() {
                  @Override
                  public void onEntry(SpendEntry entry) {
                    listener.accept(entry);
                  }
                })
            .inMemory();
    FreightClientBuilder builder =
        builder()
            .maxConcurrentRequests(1)
            .deadline(Duration.ofDays(1))
            .spendGuard(ledger.guard(SpendLimits.total("25.00")));
    FreightClient client = client(builder);
    self.set(client);
    return client;
  }

  @ParameterizedTest
  @EnumSource
  void aListenerOfSpendingMayCall(CallStyle style) {
    List<Balance> told = new ArrayList<>();
    FreightClient client = hearing(entry -> told.add(self.get().getBalance()));
    style.createLoad(client, Loads.twoStops());
    assertThat(told).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aListenerOfSpendingMayClose(CallStyle style) {
    FreightClient client = hearing(entry -> self.get().close());
    assertThat(style.createLoad(client, Loads.twoStops())).isNotNull();
    assertThat(world.now()).isEqualTo(World.START);
  }

  @ParameterizedTest
  @EnumSource
  void aListenerThatThrowsChangesNothing(CallStyle style) {
    try (LogLines log = new LogLines()) {
      FreightClient client =
          hearing(
              entry -> {
                throw new IllegalStateException("of the listener");
              });
      assertThat(style.createLoad(client, Loads.twoStops()).charge()).hasToString("0.65 USD");
      assertThat(arrived(Operation.CREATE_LOAD)).isEqualTo(1);
      assertThat(log.errors()).anyMatch(line -> line.contains("SpendListener"));
    }
  }
}

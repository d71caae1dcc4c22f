package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.spend.Outside;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A ledger that does not answer: the call says so at its deadline, and nothing stays reserved. */
class LedgerThatHangsTest {
  private static final String PRICE = "0.65";

  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");
  private final ScriptedStorage storage =
      new ScriptedStorage(new MemoryStorage(world.clock(), 10_000));
  private final StoredLedger ledger =
      new StoredLedger(
          storage,
          world.clock(),
          null,
          new SpendListener() {},
          new Outside(storage, world.environment().timer(), world::nanos));
  private final FreightClient client =
      world.client(
          world.builder().agentKey(broker.agentKey()).spendGuard(ledger.guard(total(PRICE))));

  private static SpendLimits total(String usd) {
    return SpendLimits.builder().total(usd).build();
  }

  @AfterEach
  void closeAll() {
    storage.runAll();
    world.close();
    server.close();
  }

  private void endsAtItsDeadline(CallStyle style) {
    FreightException timeout =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, Loads.twoStops()));
    assertThat(timeout)
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("the spend guard did not answer");
    assertThat(timeout.charge()).isEqualTo(Charge.NONE);
    assertThat(timeout.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(storage.waiting()).as("the ledger still hangs").isPositive();
  }

  private void nothingIsReservedWhenItAnswers() {
    storage.runOne();
    assertThat(ledger.reservedUsd()).as("it was reserved too late").isEqualByComparingTo(PRICE);
    storage.runAll();
    assertThat(ledger.reservedUsd()).isZero();
    assertThat(ledger.totals().spentUsd()).isZero();
    assertThat(broker.debits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theCallEndsAtItsDeadlineAndAReservationThatComesThenIsGivenBack(CallStyle style) {
    endsAtItsDeadline(style);
    nothingIsReservedWhenItAnswers();
  }

  @ParameterizedTest
  @EnumSource
  void aReservationThatComesMuchLaterIsGivenBackToo(CallStyle style) {
    endsAtItsDeadline(style);
    world.advance(Duration.ofHours(1));
    nothingIsReservedWhenItAnswers();
  }
}

package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.BreakableDatabase.Hang;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.DatabaseRelay;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A database that says nothing keeps no call beyond its deadline, and no money for ever. */
class DatabaseThatHangsIT extends MoneyOverSocketsTest {
  private static final CallOptions SOON =
      CallOptions.builder().deadline(Duration.ofMillis(200)).build();

  private final BreakableDatabase database = new BreakableDatabase();
  private final SpendLedger books = SpendLedger.jdbc(database.dataSource(), "broker-1");
  private final Gateway gateway = new Gateway(server.baseUrl());

  @AfterEach
  void closeDatabase() throws SQLException {
    database.letGo();
    closeAll();
    gateway.close();
    books.close();
    database.close();
  }

  /** A client with money for one load, that knows its price. */
  private FreightClient clientOf(SpendLedger ledger) {
    FreightClientBuilder builder =
        builder()
            .baseUrl(gateway.baseUrl())
            .spendGuard(ledger.guard(SpendLimits.builder().total("0.65").build()));
    FreightClient client = client(builder);
    client.price(Operation.CREATE_LOAD);
    return client;
  }

  static Stream<Arguments> everywhere() {
    return Stream.of(Hang.values())
        .flatMap(hang -> Stream.of(CallStyle.values()).map(style -> Arguments.of(hang, style)));
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void nothingIsSentAndTheDeadlineEndsTheCall(Hang hang, CallStyle style) {
    FreightClient client = clientOf(books);
    database.hold(hang);
    assertEndsAtItsDeadline(client, style);
    assertThat(database.waiting()).as("the database still hangs").isPositive();

    database.letGo();
    oneLoadFits(client, books);
  }

  @ParameterizedTest
  @EnumSource
  void aSocketThatIsSilentEndsTheCallAtItsDeadline(CallStyle style) throws Exception {
    Server h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    JdbcDataSource source = new JdbcDataSource();
    try (DatabaseRelay relay = new DatabaseRelay(h2.getPort())) {
      source.setUrl(
          "jdbc:h2:tcp://127.0.0.1:%d/mem:%s;DB_CLOSE_DELAY=-1"
              .formatted(relay.port(), UUID.randomUUID()));
      try (SpendLedger remote = SpendLedger.jdbc(source, "broker-1");
          FreightClient client = clientOf(remote)) {
        relay.hold();
        assertEndsAtItsDeadline(client, style);

        relay.letGo();
        oneLoadFits(client, remote);
      }
    } finally {
      h2.stop();
    }
  }

  private void assertEndsAtItsDeadline(FreightClient client, CallStyle style) {
    FreightException timeout =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, Loads.twoStops(), SOON));
    assertThat(timeout)
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("the spend guard did not answer");
    assertThat(timeout.charge()).isEqualTo(Charge.NONE);
    assertThat(timeout.attempts()).isZero();
    assertThat(timeout.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(arrived(Operation.CREATE_LOAD)).isZero();
  }

  /** What was set aside too late is given back, and is no entry that counts as spent. */
  private void oneLoadFits(FreightClient client, SpendLedger ledger) {
    List<FreightException> refused = new ArrayList<>();
    Eventually.until(
        () -> {
          try {
            client.createLoad(Loads.twoStops());
            return true;
          } catch (FreightException stillHeld) {
            assertThat(stillHeld.charge()).isEqualTo(Charge.NONE);
            refused.add(stillHeld);
            return false;
          }
        },
        () -> refused.size() + " times refused, the last: " + refused.get(refused.size() - 1));
    assertThat(debited()).isEqualByComparingTo(CREATE);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(CREATE);
  }

  /** The call was paid: its result comes, and it is booked when the database answers. */
  @ParameterizedTest
  @EnumSource
  // Waits for a deadline; nothingIsSentAndTheDeadlineEndsTheCall waits for shorter ones.
  @Tag("slow")
  void aPaidResultIsNotHeldBackByItsBooking(CallStyle style) {
    try (LogLines log = new LogLines()) {
      FreightClient client = clientOf(books);
      gateway.next(
          Operation.CREATE_LOAD,
          service -> {
            var answer = service.pass();
            database.hold(Hang.COMMIT);
            return answer;
          });
      CallOptions soon = CallOptions.builder().deadline(Duration.ofSeconds(5)).build();
      CreateLoadOutcome load = style.createLoad(client, Loads.twoStops(), soon);
      assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
      assertThat(database.waiting()).as("the database still hangs").isPositive();

      database.letGo();
      client.close();
      assertThat(books.totals().chargedUsd()).isEqualByComparingTo(debited());
      assertThat(log.warnings()).anyMatch(line -> line.contains("could not be stored"));
    }
  }

  /** Each call that has ended keeps a thread until the database answers. */
  @Test
  void callsThatAreNotAnsweredDoNotPileUp() {
    FreightClient client = clientOf(books);
    database.hold();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < 256; i++) calls.add(client.async().createLoad(Loads.twoStops(), SOON));
    calls.forEach(call -> call.exceptionally(refused -> null).join());
    Eventually.until(() -> database.waiting() >= 256, () -> "waiting: " + database.waiting());

    FreightException more =
        catchThrowableOfType(
            FreightException.class, () -> client.createLoad(Loads.twoStops(), SOON));
    assertThat(more.getCause()).hasMessageContaining("256 calls wait for the ledger already");
    assertThat(more.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    // The first reading of the price may not have been told before the database hung.
    assertThat(database.waiting()).isBetween(256, 257);
    database.letGo();
    oneLoadFits(client, books);
  }
}

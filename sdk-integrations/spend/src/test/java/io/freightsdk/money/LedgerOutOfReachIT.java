package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call was paid, and the database that keeps the ledger cannot be written. */
class LedgerOutOfReachIT extends MoneyOverSocketsTest {
  private final BreakableDatabase database = new BreakableDatabase();

  /** What a listener hears beside entries and refusals, whatever the method is called. */
  private final List<String> heard = new CopyOnWriteArrayList<>();

  private final SpendLedger books =
      SpendLedger.builder().listener(listener()).jdbc(database.dataSource(), "broker-1");
  private final Gateway gateway = new Gateway(server.baseUrl());
  private final LogLines log = new LogLines();

  private final FreightClient client =
      client(
          builder()
              .baseUrl(gateway.baseUrl())
              .spendGuard(books.guard(SpendLimits.builder().total("1.30").build())));

  @AfterEach
  void closeAllOfIt() throws SQLException {
    client.close();
    gateway.close();
    books.close();
    database.close();
    log.close();
  }

  private SpendListener listener() {
    return (SpendListener)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SpendListener.class},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("equals") ? proxy == arguments[0] : 1;
              }
              boolean known = List.of("onEntry", "onRefusal").contains(method.getName());
              if (!known) heard.add(method.getName() + Arrays.toString(arguments));
              return null;
            });
  }

  /** The database goes away after the debit and before the answer. */
  private CreateLoadOutcome createWhileTheDatabaseGoesAway(CallStyle style, String key) {
    gateway.next(
        Operation.CREATE_LOAD,
        service -> {
          var answer = service.pass();
          database.goAway();
          return answer;
        });
    return style.createLoad(client, Loads.twoStops(), key(key));
  }

  private static boolean namesAll(String line, String load) {
    return line.contains("createLoad")
        && line.contains(load)
        && line.contains("order-1")
        && line.contains("0.65");
  }

  @ParameterizedTest
  @EnumSource
  void itIsLoggedAsAWarningWithOperationLoadKeyAndAmount(CallStyle style) {
    CreateLoadOutcome load = createWhileTheDatabaseGoesAway(style, "order-1");

    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    Eventually.until(
        () -> log.warnings().stream().anyMatch(line -> namesAll(line, load.loadNumber())),
        () -> "warnings logged: " + log.warnings());
    database.comeBack();
    assertThat(log.warnings()).anyMatch(line -> line.contains("nothing needs to be done"));
    assertThat(log.errors()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aListenerHearsOfIt(CallStyle style) {
    CreateLoadOutcome load = createWhileTheDatabaseGoesAway(style, "order-1");

    Eventually.until(
        () -> heard.stream().anyMatch(event -> event.contains(load.loadNumber())),
        () -> "heard: " + heard);
    database.comeBack();
  }

  @ParameterizedTest
  @EnumSource
  void itIsBookedAsSoonAsTheDatabaseIsBack(CallStyle style) {
    CreateLoadOutcome load = createWhileTheDatabaseGoesAway(style, "order-1");
    database.comeBack();

    Eventually.until(() -> totals().chargedUsd().signum() > 0, () -> "booked: " + totals());
    assertThat(totals().chargedUsd()).isEqualByComparingTo(debited());
    List<SpendEntry> entries = books.entries(SpendFilter.all());
    assertThat(entries)
        .anyMatch(entry -> load.loadNumber().equals(entry.loadNumber()))
        .allMatch(entry -> "order-1".equals(entry.idempotencyKey()));
    // Nothing is held any more: the other half of the limit can be spent.
    style.createLoad(client, Loads.twoStops());
  }

  @Tag("slow") // waits for the ten seconds of close
  @Test
  void closeWaitsAndNamesWhatIsLeft() throws Exception {
    CreateLoadOutcome load = createWhileTheDatabaseGoesAway(CallStyle.BLOCKING, "order-1");
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(
            () -> {
              client.close();
              books.close();
            });
    closed.get(60, TimeUnit.SECONDS);

    assertThat(log.errors()).singleElement().matches(line -> namesAll(line, load.loadNumber()));
  }

  @Test
  void closeWaitsUntilTheDatabaseIsBack() throws Exception {
    createWhileTheDatabaseGoesAway(CallStyle.BLOCKING, "order-1");
    CompletableFuture<Void> closed = CompletableFuture.runAsync(client::close);
    database.comeBack();
    closed.get(60, TimeUnit.SECONDS);

    assertThat(totals().chargedUsd()).isEqualByComparingTo(CREATE);
  }

  @ParameterizedTest
  @EnumSource
  void aRequestIdThatIsTooLongForItsColumnIsCut(CallStyle style) {
    String longId = "req-" + "0123456789".repeat(200);
    gateway.next(
        Operation.CREATE_LOAD, service -> service.pass().setHeader("X-Request-Id", longId));

    style.createLoad(client, Loads.twoStops());

    Eventually.until(() -> totals().chargedUsd().signum() > 0, () -> "booked: " + totals());
    List<SpendEntry> entries = books.entries(SpendFilter.all());
    assertThat(entries.get(0).requestId()).startsWith("req-0123456789");
  }

  private SpendTotals totals() {
    return books.totals();
  }
}

package io.freightsdk.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.outbox.Booking.State;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxIT {
  private static final CreateLoadInput WISH = Wishes.wish();
  private static final CreateLoadInput OTHER = WISH.toBuilder().rate(BigDecimal.TEN).build();

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().frozenClock().start();
  private final Broker broker = server.createBroker("25.00");
  private final DataSource database = database();
  private final FreightClient client = builder().build();
  private final Outbox outbox = of(database);

  /** An empty one. */
  DataSource database() {
    return TestDatabases.inMemory();
  }

  private Outbox of(DataSource sending) {
    return Outbox.builder(sending, client).clock(server.clock().asClock()).build();
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void aCreationIsStoredWithItsOrderOrNotAtAll() throws SQLException {
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      outbox.book(transaction, "PO-1", WISH);
      transaction.rollback();
      assertThat(outbox.find("PO-1")).isNull();
      assertThatThrownBy(() -> outbox.send("PO-1")).hasMessageContaining("PO-1 is committed");
      outbox.book(transaction, "PO-1", WISH);
      transaction.commit();
    }
    assertThat(outbox.send("PO-1").isBooked()).isTrue();
  }

  @Test
  void whatIsDueIsSentOnce() {
    Booking open = outbox.book("PO-1", WISH);
    assertThat(open.state()).isEqualTo(State.OPEN);
    outbox.book("PO-2", WISH);
    assertThat(outbox.send()).isEqualTo(2);
    assertThat(outbox.send()).isZero();
    Booking booked = outbox.find("PO-1");
    assertThat(booked.state()).isEqualTo(State.BOOKED);
    assertThat(booked.loadNumber()).startsWith("LD-");
    assertThat(booked.trackingLink()).isNotBlank();
    assertThat(booked.attempts()).isOne();
    assertThat(outbox.send("PO-1")).isEqualTo(booked);
    assertThat(outbox.list(State.BOOKED, 10)).hasSize(2);
    assertThat(broker.debits()).hasSize(2);
  }

  /** The same at each repeat, and no other creation's. */
  @Test
  void eachCreationHasAKeyOfItsOwn() {
    outbox.book("PO-1", WISH);
    outbox.book("PO-2", WISH);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    outbox.send("PO-1");
    outbox.send("PO-1");
    outbox.send("PO-2");
    List<String> keys =
        broker.requests().stream()
            .map(RecordedRequest::idempotencyKey)
            .filter(Objects::nonNull)
            .toList();
    assertThat(keys).hasSize(3);
    assertThat(keys.get(0)).hasSizeGreaterThan(20);
    assertThat(keys.get(1)).isEqualTo(keys.get(0));
    assertThat(keys.get(2)).isNotEqualTo(keys.get(0)).hasSizeGreaterThan(20);
  }

  @Test
  void aReferenceKeepsItsContent() {
    Booking first = outbox.book("PO-1", WISH);
    assertThat(outbox.book("PO-1", WISH)).isEqualTo(first);
    assertThatThrownBy(() -> outbox.book("PO-1", OTHER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PO-1 is stored with other content");
    outbox.send();
    assertThatThrownBy(() -> outbox.book("PO-1", OTHER)).hasMessageContaining("other content");
    assertThat(outbox.book("PO-1", WISH).isBooked()).isTrue();
  }

  @Test
  void whatTheServiceRefusesWaitsForOtherContent() {
    outbox.book("PO-1", WISH.toBuilder().driverPhone("not a phone").build());
    assertThat(outbox.send()).isZero();
    Booking refused = outbox.find("PO-1");
    assertThat(refused.state()).isEqualTo(State.REFUSED);
    assertThat(refused.nextStep()).isEqualTo(NextStep.FIX_REQUEST);
    assertThat(refused.failure()).contains("createLoad");
    server.clock().advance(Duration.ofDays(1));
    assertThat(outbox.send()).isZero();
    outbox.book("PO-1", WISH);
    assertThat(outbox.send()).isOne();
    assertThat(outbox.find("PO-1").failure()).isNull();
  }

  @Test
  void aCorrectedOrderIsPaidByTheCustomerItNamesNow() {
    OneForEach guard = new OneForEach(server.clock().now().plus(Duration.ofHours(24)));
    try (FreightClient guarded = builder().spendGuard(guard).build()) {
      Outbox scoped = scoped(guarded);
      CreateLoadInput bad = WISH.toBuilder().driverPhone("not a phone").build();
      scoped.book("PO-1", bad, "acme");
      scoped.send();
      assertThat(scoped.book("PO-1", bad, "acme").state()).isEqualTo(State.REFUSED);
      scoped.book("PO-1", WISH, "globex");
      assertThat(scoped.send()).isOne();
      assertThat(guard.scopes).containsExactlyInAnyOrder("acme", "globex");
    }
  }

  /** Which customer pays is of the content, too. */
  @Test
  void aReferenceKeepsItsCustomer() {
    Outbox scoped = scoped(client);
    scoped.book("PO-1", WISH, "acme");
    for (String other : Arrays.asList("globex", null)) {
      assertThatThrownBy(() -> scoped.book("PO-1", WISH, other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("PO-1 is stored for another customer");
    }
    assertThat(scoped.book("PO-1", WISH, "acme").state()).isEqualTo(State.OPEN);
    outbox.book("PO-2", WISH);
    outbox.send("PO-2");
    assertThatThrownBy(() -> scoped.book("PO-2", WISH, "acme"))
        .hasMessageContaining("PO-2 is stored for another customer");
  }

  private Outbox scoped(FreightClient guarded) {
    return Outbox.builder(database, guarded)
        .clock(server.clock().asClock())
        .scopes(customer -> () -> customer)
        .build();
  }

  /** Another one corrects the order after this one has read that it is refused. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ofTwoCorrectionsAtOnceOneIsStored(boolean autoCommit) throws SQLException {
    outbox.book("PO-1", WISH.toBuilder().driverPhone("not a phone").build());
    outbox.send("PO-1");
    CreateLoadInput third = WISH.toBuilder().rate(BigDecimal.ONE).build();
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(autoCommit);
      Connection slow = beforeTheUpdate(connection, () -> outbox.book("PO-1", OTHER));
      assertThatThrownBy(() -> outbox.book(slow, "PO-1", third))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("PO-1 is stored with other content");
      connection.setAutoCommit(true);
    }
    outbox.send("PO-1");
    assertThat(outbox.find("PO-1").isBooked()).isTrue();
    assertThat(outbox.book("PO-1", OTHER).isBooked()).isTrue();
  }

  @Test
  void aCorrectionOfAnOrderThatIsDeletedMeanwhileIsRepeated() throws SQLException {
    outbox.book("PO-1", WISH.toBuilder().driverPhone("not a phone").build());
    outbox.send("PO-1");
    try (Connection connection = database.getConnection();
        Connection beside = database.getConnection();
        Statement statement = beside.createStatement()) {
      Connection slow =
          beforeTheUpdate(connection, () -> statement.executeUpdate("DELETE FROM freight_outbox"));
      assertThatThrownBy(() -> outbox.book(slow, "PO-1", WISH))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("repeat the transaction");
    }
    outbox.book("PO-1", WISH);
    assertThat(outbox.send()).isOne();
  }

  @Test
  void twoCorrectionsAtOnceWithTheSameContentAreOne() throws SQLException {
    outbox.book("PO-1", WISH.toBuilder().driverPhone("not a phone").build());
    outbox.send("PO-1");
    try (Connection connection = database.getConnection()) {
      Connection slow = beforeTheUpdate(connection, () -> outbox.book("PO-1", WISH));
      assertThat(outbox.book(slow, "PO-1", WISH).state()).isEqualTo(State.OPEN);
    }
    assertThat(outbox.send()).isOne();
  }

  @Test
  void whatFailedIsSentAgainWhenItIsDue() {
    outbox.book("PO-1", WISH);
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    assertThat(outbox.send()).isZero();
    Booking waits = outbox.find("PO-1");
    assertThat(waits.dueAt())
        .isEqualTo(server.clock().now().plusSeconds(5).truncatedTo(ChronoUnit.MICROS));
    assertThat(outbox.send()).as("not due yet").isZero();
    server.clock().advance(Duration.ofSeconds(5));
    assertThat(outbox.send()).isOne();
    assertThat(outbox.find("PO-1").attempts()).isEqualTo(2);
  }

  @Test
  void aPersonNeedNotWaitUntilItIsDue() {
    outbox.book("PO-1", WISH);
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    assertThat(outbox.send("PO-1").isBooked()).isFalse();
    assertThat(outbox.send("PO-1").isBooked()).isTrue();
  }

  @Test
  void withoutMoneyOneIsTriedAndTheOthersFollowTheTopUp() {
    Broker poor = server.createBroker("0.10");
    try (FreightClient paysLater = client.withAgentKey(poor.agentKey(), null)) {
      Outbox waiting =
          Outbox.builder(database, paysLater).clock(server.clock().asClock()).name("poor").build();
      for (int i = 1; i <= 3; i++) waiting.book("PO-" + i, WISH);
      assertThat(waiting.send()).isZero();
      assertThat(waiting.list(State.OPEN, 9)).extracting(Booking::attempts).containsOnlyOnce(1);
      poor.credit("10.00");
      server.clock().advance(Duration.ofMinutes(1));
      assertThat(waiting.send()).isEqualTo(3);
      assertThat(outbox.list(State.BOOKED, 9)).as("of the other outbox").isEmpty();
    }
  }

  /** The books know that the service may have forgotten the key; the reference finds the load. */
  @Test
  void aKeyThatIsTooOldIsReplacedAndTheLoadIsFoundByItsReference() {
    outbox.book("PO-1", WISH);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(outbox.send("PO-1").nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    server.clock().advance(Duration.ofHours(25));
    assertThat(outbox.send()).isOne();
    assertThat(outbox.find("PO-1").loadNumber()).isEqualTo(server.loads(1).get(0).loadNumber());
    assertThat(server.loads(10)).hasSize(1);
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void ofTwoSendersOneSends() throws InterruptedException {
    CountDownLatch sends = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    FreightClient slow =
        builder()
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          sends.countDown();
                          try {
                            goesOn.await();
                          } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                          }
                          return chain.proceed(chain.request());
                        })
                    .build())
            .build();
    try (slow) {
      outbox.book("PO-1", WISH);
      Outbox other = Outbox.builder(database, slow).clock(server.clock().asClock()).build();
      Thread first = new Thread(other::send);
      first.start();
      assertThat(sends.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(outbox.send()).isZero();
      assertThat(outbox.send("PO-1").state()).isEqualTo(State.OPEN);
      goesOn.countDown();
      first.join();
      assertThat(outbox.find("PO-1").isBooked()).isTrue();
    }
  }

  /** The cheap sibling of {@link KilledProcessIT}: no later step happens. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void aProcessThatLosesTheDatabaseAtAnyStepCostsNoSecondLoad(int step) {
    outbox.book("PO-1", WISH);
    Outbox dying = of(failingAt(step));
    assertThatThrownBy(dying::send).isInstanceOf(OutboxException.class);
    assertThat(outbox.find("PO-1").isBooked()).isFalse();
    server.clock().advance(Duration.ofMinutes(3));
    assertThat(outbox.send()).isOne();
    assertThat(server.loads(10)).hasSize(1);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The database whose connections end at one of them: due, claim, row and result. */
  private DataSource failingAt(int step) {
    // The table is created and checked with the first two.
    AtomicInteger asked = new AtomicInteger(-2);
    return giving(
        () -> {
          if (asked.incrementAndGet() >= step) throw new SQLException("it is gone");
          return database.getConnection();
        });
  }

  interface Step {
    void run() throws SQLException;
  }

  /** Runs a step once, between what was read on this connection and its first update. */
  private static Connection beforeTheUpdate(Connection connection, Step step) {
    AtomicBoolean ran = new AtomicBoolean();
    return (Connection)
        Proxy.newProxyInstance(
            OutboxIT.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              boolean updates =
                  method.getName().equals("prepareStatement")
                      && ((String) arguments[0]).startsWith("UPDATE");
              if (updates && ran.compareAndSet(false, true)) step.run();
              return method.invoke(connection, arguments);
            });
  }

  interface Connects {
    Connection connection() throws SQLException;
  }

  private static DataSource giving(Connects connects) {
    return (DataSource)
        Proxy.newProxyInstance(
            OutboxIT.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConnection")) return connects.connection();
              throw new UnsupportedOperationException(method.getName());
            });
  }

  @Test
  void aCustomersCreationIsPaidInItsScope() {
    OneForEach guard = new OneForEach(server.clock().now().plus(Duration.ofHours(24)));
    try (FreightClient guarded = builder().spendGuard(guard).build()) {
      Outbox scoped =
          Outbox.builder(database, guarded)
              .clock(server.clock().asClock())
              .scopes(customer -> () -> customer)
              .build();
      scoped.book("PO-1", WISH, "acme");
      scoped.book("PO-2", WISH, "acme");
      assertThat(scoped.send()).isOne();
      Booking waits = scoped.list(State.OPEN, 9).get(0);
      assertThat(waits.nextStep()).isEqualTo(NextStep.RETRY_LATER);
      assertThat(waits.failure()).contains("raise the limit or wait until");
      assertThat(guard.scopes).containsExactly("acme");
      guard.scopes.clear(); // as a person raises the limit
      server.clock().advance(Duration.ofMinutes(10));
      assertThat(scoped.send()).as("within ten minutes").isOne();
    }
  }

  @Test
  void manyOrdersThatALimitRefusesStopNoOtherAndAreTriedEveryTenMinutes() {
    OneForEach guard = new OneForEach(server.clock().now().plus(Duration.ofHours(24)));
    AtomicInteger refused = new AtomicInteger();
    try (FreightClient guarded =
        builder()
            .spendGuard(guard)
            .listener(
                event -> {
                  if (event instanceof RequestEvent.CallEnded ended && ended.failure() != null)
                    refused.incrementAndGet();
                })
            .build()) {
      Outbox scoped =
          Outbox.builder(database, guarded)
              .clock(server.clock().asClock())
              .scopes(customer -> () -> customer)
              .build();
      guard.scopes.add("acme");
      for (int i = 0; i < 150; i++) scoped.book("PO-" + i, WISH, "acme");
      server.clock().advance(Duration.ofSeconds(1));
      scoped.book("PO-OTHER", WISH, "globex");
      assertThat(scoped.send()).isZero();
      assertThat(scoped.send()).isOne();
      assertThat(scoped.find("PO-OTHER").isBooked()).isTrue();
      server.clock().advance(Duration.ofMinutes(10).minusMillis(1));
      scoped.send();
      assertThat(refused).as("once each").hasValue(150);
      server.clock().advance(Duration.ofMillis(1));
      for (int i = 0; i < 3; i++) scoped.send();
      assertThat(refused).as("and once more").hasValue(300);
    }
  }

  /** As when a customer was deleted, or an older instance has no scopes. */
  @Test
  void anOrderWhoseScopeCannotBeMadeStopsNoOther() {
    Outbox scoped =
        Outbox.builder(database, client)
            .clock(server.clock().asClock())
            .scopes(
                customer -> {
                  throw new IllegalStateException("password=hunter2");
                })
            .build();
    for (int i = 0; i < 100; i++) scoped.book("PO-" + i, WISH, "gone");
    server.clock().advance(Duration.ofSeconds(1));
    scoped.book("PO-GOOD", WISH);
    assertThat(scoped.send()).as("a round has a hundred").isZero();
    assertThat(scoped.send()).isOne();
    assertThat(scoped.find("PO-GOOD").isBooked()).isTrue();
    Booking bad = scoped.find("PO-0");
    assertThat(bad.state()).isEqualTo(State.OPEN);
    assertThat(bad.nextStep()).isEqualTo(NextStep.FIX_SETUP);
    assertThat(bad.failure())
        .contains("the scope of its customer cannot be made: java.lang.IllegalStateException")
        .doesNotContain("hunter2");
    assertThat(bad.dueAt())
        .isEqualTo(server.clock().now().plusSeconds(60).truncatedTo(ChronoUnit.MICROS));
    assertThat(scoped.send("PO-1").nextStep()).isEqualTo(NextStep.FIX_SETUP);
    server.clock().advance(Duration.ofMinutes(1));
    scoped.book("PO-LATE", WISH);
    scoped.send();
    assertThat(scoped.find("PO-0").attempts()).isEqualTo(2);
    scoped.send();
    assertThat(scoped.find("PO-LATE").isBooked()).isTrue();

    Outbox fixed =
        Outbox.builder(database, client)
            .clock(server.clock().asClock())
            .scopes(c -> () -> c)
            .build();
    assertThatThrownBy(() -> fixed.book("PO-9999", WISH, " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the customer of PO-9999 is blank");
    assertThat(fixed.find("PO-9999")).as("nothing is stored").isNull();
  }

  @Test
  void aRowThatNobodyCanSendWaitsAloneAndSaysWhy() throws Exception {
    outbox.book("PO-1", WISH);
    outbox.book("PO-3", WISH);
    Outbox unguarded =
        Outbox.builder(database, client)
            .clock(server.clock().asClock())
            .scopes(customer -> () -> customer)
            .build();
    // A client without a guard knows no scope.
    unguarded.book("PO-2", WISH, "acme");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE freight_outbox SET input = '{\"rate\":\"+13125550142\"' WHERE reference ="
              + " 'PO-1'");
    }
    assertThat(unguarded.send()).isOne();
    assertThat(outbox.find("PO-3").isBooked()).isTrue();
    for (String reference : List.of("PO-1", "PO-2")) {
      Booking waits = outbox.find(reference);
      assertThat(waits.nextStep()).isEqualTo(NextStep.FIX_SETUP);
      assertThat(waits.failure()).startsWith("outbox: ").doesNotContain("3125550142");
      assertThat(waits.dueAt()).isAfter(server.clock().now());
    }
  }

  /** Its load is made; that the row cannot keep the answer is of this row alone. */
  @Test
  void aRowThatCannotKeepItsLoadIsSentAgainAndStopsNoOther() {
    outbox.book("PO-1", WISH);
    server.clock().advance(Duration.ofSeconds(1));
    outbox.book("PO-2", WISH);
    // Due, claim, row and result; then the database is back.
    AtomicInteger asked = new AtomicInteger(-2);
    Outbox stumbles =
        of(
            giving(
                () -> {
                  if (asked.incrementAndGet() == 4) throw new SQLException("a value", "22001");
                  return database.getConnection();
                }));
    assertThat(stumbles.send()).isOne();
    Booking waits = outbox.find("PO-1");
    assertThat(waits.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(waits.failure()).contains("OutboxException").doesNotContain("a value");
    server.clock().advance(Duration.ofSeconds(5));
    assertThat(outbox.send()).isOne();
    assertThat(broker.debits()).hasSize(2);
  }

  /** Each scope may buy one thing. */
  private static final class OneForEach implements SpendGuard {
    private final Set<String> scopes = ConcurrentHashMap.newKeySet();
    private final Instant freesAt;

    OneForEach(Instant freesAt) {
      this.freesAt = freesAt;
    }

    @Override
    public Decision reserve(Purchase purchase) {
      boolean first = scopes.add(Objects.requireNonNull(purchase.scope()).path());
      return first
          ? new Reservation(purchase)
          : new LimitReached("one", BigDecimal.ONE, BigDecimal.ZERO, freesAt);
    }

    @Override
    public Charge complete(Purchase purchase, Outcome outcome) {
      return Charge.UNKNOWN;
    }
  }

  @Test
  void listenersAreToldOnceWhatBecameOfACreationAfterItIsStored() {
    List<Booking> heard = new ArrayList<>();
    Outbox told =
        telling(
            booking -> {
              assertThat(outbox.find(booking.reference())).isEqualTo(booking);
              heard.add(booking);
            });
    told.book("PO-1", WISH);
    told.book("PO-2", WISH.toBuilder().driverPhone("not a phone").build());
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    assertThat(told.send("PO-1").isBooked()).isFalse();
    assertThat(heard).as("an open one is not told").isEmpty();
    told.send("PO-1");
    told.send("PO-2");
    assertThat(heard).extracting(Booking::state).containsExactly(State.BOOKED, State.REFUSED);
    assertThat(told.send("PO-1").isBooked()).isTrue();
    server.clock().advance(Duration.ofDays(1));
    told.send();
    assertThat(heard).as("told once").hasSize(2);
    told.book("PO-2", WISH);
    told.send();
    assertThat(heard).extracting(Booking::state).endsWith(State.BOOKED).hasSize(3);
  }

  private Outbox telling(Consumer<Booking> listener) {
    return Outbox.builder(database, client)
        .clock(server.clock().asClock())
        .listener(listener)
        .build();
  }

  @Test
  void whatAListenerRefusedIsToldAgainUntilItIsHeard() {
    List<Booking> heard = new ArrayList<>();
    List<Booking> beside = new ArrayList<>();
    AtomicBoolean refuses = new AtomicBoolean(true);
    Outbox told =
        Outbox.builder(database, client)
            .clock(server.clock().asClock())
            .listener(
                booking -> {
                  if (refuses.get()) throw new IllegalStateException("no database");
                  heard.add(booking);
                })
            .listener(beside::add)
            .build();
    told.book("PO-1", WISH);
    told.book("PO-2", WISH);
    assertThat(told.send("PO-1").isBooked()).isTrue();
    assertThat(beside).as("one that throws keeps it from no other").hasSize(1);
    server.clock().advance(Duration.ofMillis(4_999));
    told.send();
    assertThat(beside).as("of PO-2").hasSize(2);
    server.clock().advance(Duration.ofMillis(1));
    told.send("PO-1");
    assertThat(beside).as("after 5 s").hasSize(3);
    server.clock().advance(Duration.ofSeconds(9));
    told.send("PO-1");
    assertThat(beside).as("then 10 s later").hasSize(3);
    refuses.set(false);
    server.clock().advance(Duration.ofSeconds(1));
    told.send();
    server.clock().advance(Duration.ofDays(1));
    told.send();
    assertThat(heard).extracting(Booking::reference).containsExactlyInAnyOrder("PO-1", "PO-2");
    assertThat(broker.debits()).hasSize(2);
  }

  /** A process that dies between the load and its listener; the other one tells. */
  @Test
  void whatADeadProcessDidNotTellAnotherOneTells() {
    List<Booking> heard = new ArrayList<>();
    Outbox alive = telling(heard::add);
    alive.book("PO-1", WISH);
    // Due, claim, row, result; the next connection would claim to tell.
    Outbox dying =
        Outbox.builder(failingAt(5), client)
            .clock(server.clock().asClock())
            .listener(booking -> heard.add(null))
            .build();
    assertThatThrownBy(dying::send).isInstanceOf(OutboxException.class);
    assertThat(outbox.find("PO-1").isBooked()).isTrue();
    assertThat(heard).isEmpty();
    assertThat(alive.send()).isZero();
    assertThat(heard).containsExactly(outbox.find("PO-1"));
  }

  /** Whoever tells has the turn for as long as the lease; then another one tells. */
  @Test
  void ofTwoProcessesOneTellsAndOneThatNeverReturnsIsTakenOver() {
    List<String> heard = new ArrayList<>();
    Outbox other = telling(booking -> heard.add("other"));
    Outbox first =
        telling(
            booking -> {
              heard.add("first");
              other.send();
              other.send("PO-1");
              assertThat(heard).as("while the first one tells").containsExactly("first");
              server.clock().advance(Duration.ofMinutes(3));
              other.send();
            });
    first.book("PO-1", WISH);
    first.send();
    assertThat(heard).containsExactly("first", "other");
    server.clock().advance(Duration.ofDays(1));
    first.send();
    other.send();
    assertThat(heard).as("told").hasSize(2);
  }

  /** What the first listener does with a refusal does not hide what happened after it. */
  @Test
  void aBookingMadeByTheListenerOfARefusalIsTold() {
    List<State> heard = new ArrayList<>();
    Outbox told =
        telling(
            booking -> {
              heard.add(booking.state());
              if (booking.state() != State.REFUSED) return;
              outbox.book("PO-1", WISH);
              telling(inner -> heard.add(null)).sendDue();
            });
    told.book("PO-1", WISH.toBuilder().driverPhone("not a phone").build());
    told.send("PO-1");
    assertThat(heard).containsExactly(State.REFUSED);
    told.send();
    assertThat(heard).containsExactly(State.REFUSED, State.BOOKED);
  }

  /** A listener that takes long holds up no order. */
  @Test
  void aListenerThatBlocksStopsNoOrders() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(2);
    try (FreightClient counted =
        builder()
            .listener(
                event -> {
                  if (event instanceof RequestEvent.CallEnded ended
                      && ended.operation() == Operation.CREATE_LOAD) sent.countDown();
                })
            .build()) {
      Outbox blocked =
          Outbox.builder(database, counted)
              .clock(server.clock().asClock())
              .listener(
                  booking -> {
                    told.countDown();
                    try {
                      goesOn.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  })
              .build();
      outbox.book("PO-1", WISH);
      try (AutoCloseable running = blocked.start(Duration.ofMillis(10))) {
        assertThat(running).isNotNull();
        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        outbox.book("PO-2", WISH);
        assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
        goesOn.countDown();
      }
    }
    assertThat(outbox.find("PO-2").isBooked()).isTrue();
  }

  /** The first listener of an application hears of what comes, not of a year. */
  @Test
  void whatWasBookedWhileNobodyListenedIsNotTold() {
    List<Booking> heard = new ArrayList<>();
    outbox.book("PO-1", WISH);
    outbox.send();
    telling(heard::add).send();
    assertThat(heard).isEmpty();
  }

  @Test
  void whatIsNotToldIsNotPurged() {
    Outbox told =
        telling(
            booking -> {
              throw new IllegalStateException("no database");
            });
    told.book("PO-1", WISH);
    told.send();
    server.clock().advance(Duration.ofDays(90));
    assertThat(told.purge(server.clock().now())).isZero();
    assertThat(outbox.find("PO-1")).isNotNull();
  }

  @Test
  void aPageFollowsThePageBefore() {
    for (String reference : List.of("PO-3", "PO-1")) outbox.book(reference, WISH);
    server.clock().advance(Duration.ofSeconds(1));
    outbox.book("PO-2", WISH);
    List<Booking> first = outbox.list(State.OPEN, null, 2);
    assertThat(first).extracting(Booking::reference).containsExactly("PO-1", "PO-3");
    // What the page ended with may be something else, or gone, when the next one is asked for.
    outbox.send("PO-3");
    Booking last = first.get(1);
    assertThat(outbox.list(State.OPEN, last, 2))
        .extracting(Booking::reference)
        .containsExactly("PO-2");
    assertThat(outbox.list(State.OPEN, outbox.find("PO-2"), 2)).isEmpty();
    assertThat(outbox.list(State.BOOKED, first.get(0), 2))
        .extracting(Booking::reference)
        .containsExactly("PO-3");
  }

  @Test
  void whatHasNoLoadIsCounted() {
    assertThat(outbox.waiting()).isEqualTo(new Outbox.Waiting(0, 0, null));
    Outbox another = Outbox.builder(database, client).name("another").build();
    another.book("PO-9", WISH);
    outbox.book("PO-1", WISH);
    server.clock().advance(Duration.ofMinutes(1));
    Booking second = outbox.book("PO-2", WISH);
    outbox.book("PO-3", WISH.toBuilder().driverPhone("not a phone").build());
    server.clock().advance(Duration.ofMinutes(1));
    outbox.book("PO-4", WISH);
    for (String sent : List.of("PO-1", "PO-3")) outbox.send(sent);
    assertThat(outbox.waiting()).isEqualTo(new Outbox.Waiting(2, 1, second.storedAt()));
    assertThat(outbox.send()).isEqualTo(2);
    assertThat(outbox.waiting()).isEqualTo(new Outbox.Waiting(0, 1, null));
  }

  /** As the page says: the load of each order, in one statement. */
  @Test
  void ordersAndLoadsAreOneJoin() throws Exception {
    outbox.book("PO-1", WISH);
    outbox.book("PO-2", WISH);
    outbox.send("PO-1");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE orders (number VARCHAR(255) PRIMARY KEY)");
      statement.execute("INSERT INTO orders VALUES ('PO-1'), ('PO-2'), ('PO-3')");
      String page = Files.readString(Path.of("../../docs/outbox.md"));
      String sql = page.substring(page.indexOf("```sql\n") + 7).split("```")[0];
      try (ResultSet rows = statement.executeQuery(sql + " ORDER BY orders.number")) {
        List<String> read = new ArrayList<>();
        while (rows.next())
          read.add(
              rows.getString("number")
                  + " "
                  + rows.getString("load_number")
                  + " "
                  + rows.getString("state"));
        assertThat(read)
            .containsExactly(
                "PO-1 " + outbox.find("PO-1").loadNumber() + " BOOKED",
                "PO-2 null OPEN",
                "PO-3 null null");
      } finally {
        statement.execute("DROP TABLE orders");
      }
    }
  }

  /** What an operator is told to ask the table, and the one thing that he may delete. */
  @Test
  void thePageOfTheAlertsSaysWhatBecameOfAnOrderAndDeletesARefusedOne() throws Exception {
    String alert =
        Files.readString(Path.of("../../docs/operations.md"))
            .split("### FreightOrderWaits\n")[1]
            .split("\n### ")[0];
    String select = alert.split("```sql\n")[1].split("```")[0];
    String delete = alert.split("```sql\n")[2].split("```")[0];
    AtomicBoolean refuses = new AtomicBoolean(true);
    Outbox told =
        telling(
            booking -> {
              if (refuses.get()) throw new IllegalStateException("no database");
            });
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      told.book("PO-7731", WISH.toBuilder().driverPhone("not a phone").build());
      assertThat(statement.executeUpdate(delete)).as("open").isZero();
      told.send("PO-7731");
      assertThat(statement.executeUpdate(delete)).as("refused").isOne();
      assertThat(told.waiting().refused()).isZero();

      told.book("PO-7731", WISH);
      told.send("PO-7731");
      assertThat(statement.executeUpdate(delete)).as("booked").isZero();
      String load = told.find("PO-7731").loadNumber();
      assertThat(row(statement, select)).startsWith("BOOKED " + load).doesNotEndWith("null");
      refuses.set(false);
      server.clock().advance(Duration.ofMinutes(10));
      told.send("PO-7731");
      assertThat(row(statement, select)).isEqualTo("BOOKED " + load + " null");
    }
  }

  private static String row(Statement statement, String select) throws SQLException {
    try (ResultSet row = statement.executeQuery(select)) {
      assertThat(row.next()).isTrue();
      return row.getString("state")
          + " "
          + row.getString("load_number")
          + " "
          + row.getString("tell_us");
    }
  }

  @Test
  void theOldestAreListedFirst() {
    outbox.book("PO-2", WISH);
    server.clock().advance(Duration.ofSeconds(1));
    outbox.book("PO-1", WISH);
    assertThat(outbox.list(State.OPEN, 9))
        .extracting(Booking::reference)
        .containsExactly("PO-2", "PO-1");
    assertThat(outbox.list(State.OPEN, 1)).extracting(Booking::reference).containsExactly("PO-2");
  }

  @Test
  void whatIsBookedIsPurgedWhenItIsOld() {
    outbox.book("PO-1", WISH);
    outbox.book("PO-2", WISH);
    outbox.send("PO-1");
    server.clock().advance(Duration.ofDays(90));
    assertThat(outbox.purge(server.clock().now())).isOne();
    assertThat(outbox.find("PO-2")).as("open").isNotNull();
  }

  /** A statement that takes more than half a minute is cut off. */
  @Test
  void manyArePurgedInPages() throws SQLException {
    int many = 2_001;
    Table table = new Table(database, "freight");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < many; i++) {
        table.add(connection, "PO-" + i, null, "{}", "key-" + i, server.clock().now());
      }
      statement.executeUpdate("UPDATE freight_outbox SET state = 'BOOKED'");
      connection.commit();
      connection.setAutoCommit(true);
    }
    server.clock().advance(Duration.ofDays(90));
    List<Integer> deleted = new ArrayList<>();
    DataSource counted =
        giving(
            () -> {
              Connection connection = database.getConnection();
              return proxy(
                  Connection.class,
                  connection,
                  (method, arguments) ->
                      method.equals("prepareStatement")
                              && ((String) arguments[0]).startsWith("DELETE")
                          ? counting(connection.prepareStatement((String) arguments[0]), deleted)
                          : null);
            });
    assertThat(of(counted).purge(server.clock().now())).isEqualTo(many);
    assertThat(outbox.list(State.BOOKED, 9)).isEmpty();
    assertThat(deleted).allMatch(rows -> rows <= 1_000);
  }

  private static PreparedStatement counting(PreparedStatement statement, List<Integer> deleted) {
    return proxy(
        PreparedStatement.class,
        statement,
        (method, arguments) -> {
          if (!method.equals("executeUpdate")) return null;
          int rows = statement.executeUpdate();
          deleted.add(rows);
          return rows;
        });
  }

  interface Instead {
    @Nullable Object answer(String method, @Nullable Object[] arguments) throws SQLException;
  }

  private static <T> T proxy(Class<T> type, T real, Instead instead) {
    return type.cast(
        Proxy.newProxyInstance(
            OutboxIT.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object answer = instead.answer(method.getName(), arguments);
              return answer == null ? method.invoke(real, arguments) : answer;
            }));
  }

  @Test
  void aSenderOfItsOwnSends() throws Exception {
    CountDownLatch booked = new CountDownLatch(1);
    try (FreightClient told = builder().listener(event -> booked.countDown()).build();
        AutoCloseable sender =
            Outbox.builder(database, told)
                .clock(server.clock().asClock())
                .build()
                .start(Duration.ofMillis(10))) {
      outbox.book("PO-1", WISH);
      assertThat(booked.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(sender).isNotNull();
    }
  }

  @Test
  void theThreadOfASenderKeepsNoApplicationAlive() throws Exception {
    CompletableFuture<Thread> sends = new CompletableFuture<>();
    Outbox seen =
        of(
            giving(
                () -> {
                  Thread asks = Thread.currentThread();
                  // The table is checked on the thread that builds the outbox.
                  if (asks.getName().equals("freight-outbox-send")) sends.complete(asks);
                  return database.getConnection();
                }));
    try (AutoCloseable started = seen.start(Duration.ofMinutes(1))) {
      assertThat(started).isNotNull();
      assertThat(sends.get(60, TimeUnit.SECONDS).isDaemon()).isTrue();
    }
  }

  /** Keeps the rounds for a test that runs them itself. */
  private static class Rounds extends ScheduledThreadPoolExecutor {
    private final List<Duration> pauses = new ArrayList<>();
    private Runnable round = () -> {};

    Rounds() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable task, long first, long pause, TimeUnit unit) {
      round = task;
      pauses.add(Duration.of(first, unit.toChronoUnit()));
      pauses.add(Duration.of(pause, unit.toChronoUnit()));
      return schedule(() -> {}, 0, unit);
    }
  }

  @Test
  void aSenderGoesOnAfterARoundThatFailed() throws Exception {
    AtomicBoolean gone = new AtomicBoolean();
    Rounds rounds = new Rounds();
    Outbox sending =
        Outbox.builder(
                giving(
                    () -> {
                      if (gone.get()) throw new SQLException("it is gone");
                      return database.getConnection();
                    }),
                client)
            .clock(server.clock().asClock())
            .threads(name -> rounds)
            .build();
    outbox.book("PO-1", WISH);
    try (AutoCloseable sender = sending.start(Duration.ofSeconds(2))) {
      assertThat(sender).isNotNull();
      assertThat(rounds.pauses).containsExactly(Duration.ZERO, Duration.ofSeconds(2));
      gone.set(true);
      rounds.round.run();
      assertThat(outbox.find("PO-1").isBooked()).isFalse();
      gone.set(false);
      rounds.round.run();
      assertThat(outbox.find("PO-1").isBooked()).isTrue();
      outbox.book("PO-2", WISH);
      rounds.round.run();
      assertThat(outbox.find("PO-2").isBooked()).isTrue();
    }
    assertThat(rounds.isTerminated()).isTrue();
  }

  /** Each of what was due would be paid, and the last one interrupted. */
  @Test
  void whoClosesASenderSendsNothingMoreThanWhatIsOnItsWay() throws Exception {
    Rounds sends = new Rounds();
    List<AutoCloseable> running = new ArrayList<>();
    FreightClient closes =
        builder()
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          close(running);
                          return chain.proceed(chain.request());
                        })
                    .build())
            .build();
    try (closes) {
      Outbox sending =
          Outbox.builder(database, closes)
              .clock(server.clock().asClock())
              .threads(name -> sends)
              .build();
      for (int i = 1; i <= 3; i++) sending.book("PO-" + i, WISH);
      running.add(sending.start(Duration.ofSeconds(2)));
      sends.round.run();

      assertThat(sending.list(State.BOOKED, 9)).hasSize(1);
      assertThat(sending.list(State.OPEN, 9)).extracting(Booking::attempts).containsExactly(0, 0);
      sends.round.run();
      assertThat(broker.debits()).hasSize(1);
    }
  }

  @Test
  void whoClosesASenderHearsNothingMore() throws Exception {
    Rounds tells = new Rounds();
    List<AutoCloseable> running = new ArrayList<>();
    List<Booking> heard = new ArrayList<>();
    Outbox told =
        Outbox.builder(database, client)
            .clock(server.clock().asClock())
            .listener(
                booking -> {
                  heard.add(booking);
                  close(running);
                })
            .threads(name -> name.endsWith("tell") ? tells : new Rounds())
            .build();
    for (int i = 1; i <= 3; i++) told.book("PO-" + i, WISH);
    assertThat(told.sendDue()).isEqualTo(3);
    running.add(told.start(Duration.ofSeconds(2)));
    tells.round.run();

    assertThat(heard).hasSize(1);
  }

  private static void close(List<AutoCloseable> running) {
    try {
      for (AutoCloseable each : running) each.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCreationThatHangsIsCancelledTenSecondsAfterTheClose() throws Exception {
    List<String> heard = new ArrayList<>();
    Rounds hanging =
        new Rounds() {
          @Override
          public boolean awaitTermination(long timeout, TimeUnit unit) {
            heard.add("waited " + Duration.of(timeout, unit.toChronoUnit()));
            return false;
          }

          @Override
          public List<Runnable> shutdownNow() {
            heard.add("cancelled");
            return super.shutdownNow();
          }
        };
    Outbox sending = Outbox.builder(database, client).threads(name -> hanging).build();
    sending.start(Duration.ofSeconds(2)).close();
    assertThat(heard).containsExactly("waited PT10S", "cancelled");
  }

  @Test
  void aRoundSendsAtMostAHundred() {
    broker.credit("100.00");
    for (int i = 0; i <= 100; i++) outbox.book("PO-" + i, WISH);
    assertThat(outbox.send()).isEqualTo(100);
    assertThat(outbox.send()).isOne();
  }

  @Test
  void theTableMayBeCreatedAnyNumberOfTimes() {
    outbox.book("PO-1", WISH);
    assertThat(of(database).find("PO-1")).isNotNull();
  }

  @Test
  void aReferenceIsTakenInItsOwnLetters() {
    outbox.book("PO-a", WISH);
    outbox.book("PO-A", OTHER);
    assertThat(outbox.list(State.OPEN, 9)).hasSize(2);
  }

  /** A database that says nothing ends a round, and not the sender. */
  @Test
  void aSenderWaitsForItsDatabaseThirtySeconds() {
    int ofThePool = 5_000;
    AtomicInteger timeout = new AtomicInteger(ofThePool);
    List<Integer> ofStatements = new ArrayList<>();
    DataSource timed =
        giving(
            () -> {
              Connection connection = database.getConnection();
              return (Connection)
                  Proxy.newProxyInstance(
                      OutboxIT.class.getClassLoader(),
                      new Class<?>[] {Connection.class},
                      (proxy, method, arguments) -> {
                        switch (method.getName()) {
                          case "getNetworkTimeout":
                            return timeout.get();
                          case "setNetworkTimeout":
                            timeout.set((int) arguments[1]);
                            return null;
                          case "prepareStatement":
                            ofStatements.add(timeout.get());
                            break;
                          case "close":
                            assertThat(timeout).as("given back").hasValue(ofThePool);
                            break;
                          default:
                            break;
                        }
                        return method.invoke(connection, arguments);
                      });
            });
    Outbox sending = of(timed);
    outbox.book("PO-1", WISH);
    assertThat(sending.send()).isOne();
    assertThat(ofStatements).hasSizeGreaterThan(3).containsOnly(30_000);
    ofStatements.clear();
    sending.book("PO-2", WISH);
    assertThat(ofStatements).as("of the application").containsOnly(ofThePool);
  }

  @Test
  void aDataSourceWithoutAutocommitIsRefused() {
    DataSource inTransactions =
        giving(
            () -> {
              Connection connection = database.getConnection();
              connection.setAutoCommit(false);
              return connection;
            });
    assertThatThrownBy(() -> of(inTransactions))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("autocommit on");
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(RetryPolicy.none())
        .clock(server.clock().asClock());
  }
}

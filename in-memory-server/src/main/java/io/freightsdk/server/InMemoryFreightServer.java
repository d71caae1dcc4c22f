package io.freightsdk.server;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.ServerBuilder.InitialState;
import io.freightsdk.server.admin.AdminContext;
import io.freightsdk.server.admin.AdminContext.DriveRequest;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.http.AdminAuthorizer.AdminAccess;
import io.freightsdk.server.http.FreightHttp;
import io.freightsdk.server.http.LinkBaseUrl;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.journal.SmsStore;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.PingReceiver;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.PingResults;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.server.view.SmsOutbox;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory server with the whole service, in this JVM and on a port. Safe for concurrent use.
 *
 * <pre>{@code
 * try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
 *   Broker broker = server.createBroker("25.00");
 *   // point a client at server.baseUrl() with broker.agentKey()
 * }
 * }</pre>
 */
public final class InMemoryFreightServer implements AutoCloseable {
  private final AdminAccess adminAccess;
  private final VirtualClock clock;
  private final FaultPlan faults = new FaultPlan();
  private final RequestJournal journal;
  private final SmsStore sms;
  private final FreightService service;
  private final FreightHttp http;
  private final Brokers brokers;

  /** Held while the whole state is replaced: concurrent resets would open the same accounts. */
  private final Object resetLock = new Object();

  private final InitialState initialState;
  private final @Nullable String publicUrl;

  private volatile boolean closed;

  InMemoryFreightServer(ServerBuilder settings) {
    Random ids = settings.idSource();
    this.initialState = settings.initialState();
    this.publicUrl = settings.publicUrl();
    this.adminAccess = settings.adminAccess();
    this.clock = settings.clock();
    this.journal = settings.journal();
    this.sms = settings.sms();
    this.service =
        new FreightService(clock, ids::nextBytes, settings.serviceSettings(), faults, sms);
    this.brokers = new Brokers(this, service.accounts());
    this.http = settings.bind();
    try {
      initializeState();
    } catch (RuntimeException cannotBegin) {
      http.stop();
      throw cannotBegin;
    }
    boolean hasAdmin = settings.hasAdmin();
    http.serve(
        service,
        clock,
        faults,
        journal,
        List.of(
            LazyRoutes.pages(service.linkAccess(), clock, hasAdmin),
            hasAdmin ? LazyRoutes.admin(adminAccess, this::adminContext) : LazyRoutes.healthOnly()),
        new LinkBaseUrl(publicUrl(), publicUrl != null || !http.isBound()));
  }

  AdminContext adminContext() {
    return new AdminContext(service, clock, faults, journal, sms, this::reset, this::drive);
  }

  private void drive(DriveRequest request) {
    Driver driver = driver(request.loadNumber());
    if (request.speedMph() != null) driver.speedMph(request.speedMph());
    if (request.fixInterval() != null) driver.fixInterval(request.fixInterval());
    if (request.untilStop() != null) driver.driveUntilStop(request.untilStop());
    if (request.untilStatus() != null) driver.driveUntil(request.untilStatus());
  }

  /** Starts a server on a free port of the loopback address. */
  public static InMemoryFreightServer start() {
    return builder().start();
  }

  /** Creates a builder for a server with other settings. */
  public static ServerBuilder builder() {
    return new ServerBuilder();
  }

  /** The address for clients, for example {@code http://127.0.0.1:41123}. */
  public String baseUrl() {
    return http.baseUrl();
  }

  /**
   * The address with which all links begin, as set by {@link ServerBuilder#publicUrl(String)};
   * {@link #baseUrl} if it was not set. Without it, the links of a load have the host to which its
   * order was sent.
   */
  public String publicUrl() {
    return publicUrl == null ? baseUrl() : publicUrl;
  }

  /**
   * The token that callers of the test control must send; null if only this machine may call the
   * test control and no token was set.
   */
  public @Nullable String adminToken() {
    return adminAccess.token();
  }

  /** The port on which the server listens. */
  public int port() {
    return http.port();
  }

  /**
   * Creates a registered broker account with this balance in USD, such as {@code 25.00}, and a key
   * with every scope.
   *
   * @throws IllegalArgumentException if the text is not an amount
   */
  public Broker createBroker(String balanceUsd) {
    requireNonNull(balanceUsd, "balanceUsd");
    return createBroker(BrokerSettings.DEFAULT.withBalance(balanceUsd));
  }

  /** Creates a broker account. */
  public Broker createBroker(BrokerSettings broker) {
    return brokers.open(requireNonNull(broker, "broker"));
  }

  /** Returns the broker with this identifier; null if there is none. */
  public @Nullable Broker broker(String brokerId) {
    return brokers.find(requireNonNull(brokerId, "brokerId"));
  }

  /** All brokers, in no particular order. */
  public List<Broker> brokers() {
    return brokers.all();
  }

  /** The brokers that the builder added, in their order. */
  public List<Broker> initialBrokers() {
    return brokers.initial();
  }

  /** Registers a truck, so that loads with its number are assigned to its driver. */
  public void addTruck(String truckNumber) {
    service.addTruck(requireNonNull(truckNumber, "truckNumber"), null);
  }

  /**
   * Registers a truck, so that loads with its number or its driver's phone are assigned to its
   * driver.
   *
   * @throws IllegalArgumentException if {@code driverPhone} is not a phone number
   */
  public void addTruck(String truckNumber, String driverPhone) {
    service.addTruck(
        requireNonNull(truckNumber, "truckNumber"), requireNonNull(driverPhone, "driverPhone"));
  }

  /**
   * Returns the simulated driver of a load.
   *
   * @throws IllegalArgumentException if there is no such load
   */
  public Driver driver(String loadNumber) {
    return new Driver(service, clock, loadNumber, () -> closed);
  }

  /**
   * Returns a load, to read and to change it.
   *
   * @throws IllegalArgumentException if there is no such load
   */
  public Load load(String loadNumber) {
    service.requireLoad(loadNumber);
    return new Load(service, clock, loadNumber);
  }

  /** Returns at most this number of loads, the newest first. Sends no request and costs nothing. */
  public List<LoadView> loads(int limit) {
    clock.runDueTasks();
    return service.loads().newestFirst().stream().limit(limit).map(StoredLoad::view).toList();
  }

  /**
   * Adds many fixes to a load. Their age and the time between them do not matter; all other rules
   * apply. The clock does not move.
   */
  public PingResults addFixes(String loadNumber, List<Fix> fixes) {
    requireNonNull(fixes, "fixes");
    StoredLoad load = service.requireLoad(loadNumber);
    Instant now = clock.now();
    PingResults results =
        PingReceiver.receiveEach(
            fixes, fix -> service.pings().receiveInBulk(load, fix, now).refusalCode());
    clock.runDueTasks();
    return results;
  }

  /**
   * Sends fixes as a phone would have sent them. Before each fix, sets the clock to the time at
   * which the fix was sent. This may move the clock backwards. A recorded drive is a list of fixes:
   *
   * <pre>{@code
   * Instant start = server.clock().now();
   * List<Fix> drive =
   *     List.of(
   *         Fix.of(start, 39.1300, -84.5153, 8),
   *         Fix.of(start.plusSeconds(180), 39.1136, -84.5153, 8)); // accuracy of 8 m
   * server.send(loadNumber, drive.stream().map(fix -> new SentFix(fix.time(), fix)).toList());
   * }</pre>
   *
   * @throws IllegalStateException after 100,000 fixes, when this thread is interrupted, or when the
   *     server closes; the fixes sent before are kept
   */
  public PingResults send(String loadNumber, Iterable<SentFix> fixes) {
    requireNonNull(fixes, "fixes");
    StoredLoad load = service.requireLoad(loadNumber);
    DriveLimit limit = new DriveLimit(loadNumber, () -> closed);
    return PingReceiver.receiveEach(
        fixes,
        sent -> {
          limit.admitFix(load.read(trip -> trip.progress().status().name()));
          clock.set(sent.sentAt());
          return service.pings().receive(load.ids().driverToken(), sent.fix()).refusalCode();
        });
  }

  /** The server's clock. */
  public ServerClock clock() {
    return clock;
  }

  /** The planned faults of all calls. */
  public Faults faults() {
    return faults;
  }

  /** The journal of received requests. */
  public Journal journal() {
    return journal;
  }

  /** The text messages that the service sent. */
  public SmsOutbox sms() {
    return sms;
  }

  /** The current prices in USD by operation key, such as {@code load_create}. */
  public Map<String, BigDecimal> prices() {
    return service.accounts().prices().all();
  }

  /**
   * Changes a price in USD from now on.
   *
   * @param key the operation key, such as {@code load_create}
   * @throws IllegalArgumentException for an unknown key, or for a price of an operation that is
   *     free by the API description
   */
  public void price(String key, String priceUsd) {
    prices(Map.of(requireNonNull(key, "key"), Usd.of(requireNonNull(priceUsd, "priceUsd"))));
  }

  /** Changes these prices from now on. Other prices stay. */
  public void prices(Map<String, BigDecimal> changes) {
    service.accounts().prices().change(requireNonNull(changes, "changes"));
  }

  /**
   * Resets the server to the state after its start: only the builder's brokers, with their ids and
   * keys. A concurrent call sees the state before or after the reset. Load numbers are never
   * reused, so a client with old numbers cannot confuse loads.
   */
  public void reset() {
    synchronized (resetLock) {
      initializeState();
      journal.clear();
    }
  }

  /** Closes the port and waits until every thread has ended. Idempotent. */
  @Override
  public void close() {
    closed = true;
    http.stop();
  }

  /** The HTTP layer, on a port or on none. */
  FreightHttp http() {
    return http;
  }

  private void initializeState() {
    service.reset(
        initialState.time(),
        initialState.timeScale(),
        empty -> {
          faults.clear();
          empty.prices().change(initialState.prices());
          brokers.reset(initialState.brokers(), empty);
        });
  }
}

package io.freightsdk.server;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.Broker.BrokerHandles;
import io.freightsdk.server.admin.AdminContext;
import io.freightsdk.server.admin.AdminRoutes;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.http.AdminGate;
import io.freightsdk.server.http.AdminGate.AdminAccess;
import io.freightsdk.server.http.Cors;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.FreightHttp;
import io.freightsdk.server.http.LinkBase;
import io.freightsdk.server.http.Router.Branch;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.pages.PageRoutes;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.server.view.SmsOutbox;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The whole service in this JVM, listening on a port. Safe for use by several threads.
 *
 * <pre>{@code
 * try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
 *   Broker broker = server.createBroker("25.00");
 *   // point a client at server.baseUrl() with broker.agentKey()
 * }
 * }</pre>
 */
public final class InMemoryFreightServer implements AutoCloseable {
  /** The first segments of the paths of pages; that of the path {@code /} is empty. */
  private static final Set<String> PAGES = Set.of("", "track", "driver", "assets");

  private static final int FOUND = 302;

  private final AdminAccess adminAccess;
  private final VirtualClock clock;
  private final FaultPlan faults = new FaultPlan();
  private final RequestJournal journal;
  private final SmsLog sms;
  private final FreightService service;
  private final FreightHttp http;
  private final BrokerHandles brokers;

  /** Held while the whole state is replaced: two resets at once open the same accounts. */
  private final Object replacing = new Object();

  private final FreightServerBuilder settings;
  private final AtomicLong requests = new AtomicLong();

  private volatile boolean closed;

  InMemoryFreightServer(FreightServerBuilder given) {
    this.settings = given.copy();
    Random ids = settings.ids();
    this.adminAccess = settings.adminAccess();
    this.clock = new VirtualClock(settings.startTime(), settings.timeScale, settings.nanoTime);
    this.journal = new RequestJournal(settings.journalCapacity);
    this.sms = new SmsLog(settings.smsCapacity);
    this.service = new FreightService(clock, ids::nextBytes, settings.service(), faults, sms);
    this.brokers = new BrokerHandles(this, service.accounts());
    this.http = settings.bind();
    try {
      begin();
    } catch (RuntimeException cannotBegin) {
      http.stop();
      throw cannotBegin;
    }
    http.serve(
        new FreightHttp.Parts(
            service,
            clock,
            faults,
            journal,
            requests,
            new Branch(PAGES, this::pages),
            new Branch(Set.of("__admin"), this::control),
            new Cors(settings.origins),
            new LinkBase(publicUrl(), settings.publicUrl != null || !http.isBound())));
  }

  /**
   * Made at the first request for a page: tests that only call the API never load their classes.
   */
  private List<Endpoint> pages() {
    List<Endpoint> pages = new ArrayList<>(new PageRoutes(service.linkAccess(), clock).links());
    if (settings.admin) pages.add(toConsole("/"));
    return pages;
  }

  /**
   * Leads from the address of the server to its console, by a relative redirect, which also works
   * behind a proxy that adds a prefix.
   */
  private static Endpoint toConsole(String path) {
    Response console =
        Response.of(FOUND, "text/plain", new byte[0]).withHeader("Location", "__admin/");
    return Endpoint.unrecorded("GET", path, call -> console);
  }

  /** Made at the first request for it, as pages are. */
  private List<Endpoint> control() {
    if (!settings.admin) return List.of(AdminRoutes.health());
    List<Endpoint> guarded = new ArrayList<>(AdminRoutes.of(adminContext()));
    guarded.add(PageRoutes.console());
    List<Endpoint> all = new ArrayList<>(new AdminGate(adminAccess).around(guarded));
    all.add(AdminRoutes.health());
    all.add(toConsole("/__admin"));
    return all;
  }

  AdminContext adminContext() {
    return new AdminContext(
        this,
        service,
        clock,
        faults,
        journal,
        LoadView::of,
        (load, pings) -> addPings(load, pings, ping -> ping.orElse(null)));
  }

  /** Starts a server on a free port of the loopback address. */
  public static InMemoryFreightServer start() {
    return builder().start();
  }

  /** A builder for a server with other settings. */
  public static FreightServerBuilder builder() {
    return new FreightServerBuilder();
  }

  /** The address for clients, for example {@code http://127.0.0.1:41123}. */
  public String baseUrl() {
    return http.baseUrl();
  }

  /**
   * The address of the builder, which is then that of all links, or else {@link #baseUrl}: then the
   * links of a load have the host to which its order was sent.
   */
  public String publicUrl() {
    return settings.publicUrl == null ? baseUrl() : settings.publicUrl;
  }

  /**
   * The token that callers of the test control must send; null if only this machine may call it.
   */
  public @Nullable String adminToken() {
    return adminAccess.token();
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
  }

  /**
   * Opens a registered broker account with this balance, a decimal such as {@code 25.00}, and a key
   * with every scope.
   *
   * @throws IllegalArgumentException when that is not an amount
   */
  public Broker createBroker(String balanceUsd) {
    requireNonNull(balanceUsd, "balanceUsd");
    return createBroker(BrokerSettings.DEFAULT.withBalance(balanceUsd));
  }

  /** Opens a broker account. */
  public Broker createBroker(BrokerSettings broker) {
    return brokers.open(requireNonNull(broker, "broker"));
  }

  /** The broker with this identifier; null when there is none. */
  public @Nullable Broker broker(String brokerId) {
    return brokers.find(requireNonNull(brokerId, "brokerId"));
  }

  /** Every broker, in no order. */
  public List<Broker> brokers() {
    return brokers.all();
  }

  /** The brokers that the builder opened at the start, in that order. */
  public List<Broker> initialBrokers() {
    return brokers.initial();
  }

  /** Registers a truck: loads created with its number are assigned to its driver. */
  public void addTruck(String truckNumber) {
    register(truckNumber, null);
  }

  /**
   * Registers a truck: loads created with its number, or for the phone of its driver, are assigned
   * to that driver.
   *
   * @throws IllegalArgumentException when {@code driverPhone} is not a phone number
   */
  public void addTruck(String truckNumber, String driverPhone) {
    register(truckNumber, requireNonNull(driverPhone, "driverPhone"));
  }

  private void register(String truckNumber, @Nullable String driverPhone) {
    if (requireNonNull(truckNumber, "truckNumber").isBlank()) {
      throw new IllegalArgumentException("truckNumber must not be blank");
    }
    service.addTruck(truckNumber, driverPhone);
  }

  /**
   * The driver of a load.
   *
   * @throws IllegalArgumentException when there is no such load
   */
  public Driver driver(String loadNumber) {
    return new Driver(service, clock, loadNumber, () -> closed);
  }

  /**
   * A load, to inspect and to change.
   *
   * @throws IllegalArgumentException when there is no such load
   */
  public Load load(String loadNumber) {
    service.knownLoad(loadNumber);
    return new Load(service, clock, loadNumber);
  }

  /** The {@code limit} loads created last, the newest first. No request, and costs nothing. */
  public List<LoadView> loads(int limit) {
    clock.settle();
    return service.loads().newest(0, limit).stream().map(LoadView::of).toList();
  }

  /**
   * Adds many fixes to a load. Their age and the time between them do not matter; all other rules
   * apply. The clock does not move.
   */
  public PingResults addFixes(String loadNumber, List<Fix> fixes) {
    return addPings(loadNumber, requireNonNull(fixes, "fixes"), RawPing::of);
  }

  /** The same for pings that {@code reader} reads; null for one that it cannot read. */
  private <P> PingResults addPings(
      String loadNumber, Iterable<P> pings, Function<? super P, @Nullable RawPing> reader) {
    var load = service.knownLoad(loadNumber);
    Instant now = clock.now();
    PingResults outcomes =
        PingResults.of(
            pings,
            ping -> {
              RawPing read = reader.apply(ping);
              if (read == null) return "not_an_object";
              return PingResults.reason(service.pings().receiveInBulk(load, read, now).refusal());
            });
    clock.settle();
    return outcomes;
  }

  /**
   * Sends fixes as a phone would have sent them, and sets the clock to the time at which each was
   * sent; for the first one it may go backwards. A recorded drive is a list of fixes.
   *
   * @throws IllegalStateException after 100,000 fixes, when this thread is interrupted, and when
   *     the server closes; the fixes sent until then are kept
   */
  public PingResults send(String loadNumber, Iterable<SentFix> fixes) {
    var load = service.knownLoad(loadNumber);
    DriveLimit limit = new DriveLimit(loadNumber, () -> closed);
    String driverToken = load.ids().driverToken();
    return PingResults.of(
        fixes,
        sent -> {
          limit.count(load.withTrip(trip -> trip.progress().status().name()));
          clock.set(sent.sentAt());
          return PingResults.reason(
              service.pings().receive(driverToken, RawPing.of(sent.fix())).refusal());
        });
  }

  /** The server's time. */
  public ServerClock clock() {
    return clock;
  }

  /** The failures planned for this server. */
  public Faults faults() {
    return faults;
  }

  /** The requests that arrived. */
  public Journal journal() {
    return journal;
  }

  /** The text messages sent. */
  public SmsOutbox sms() {
    return sms;
  }

  /** The live prices in USD by operation key, such as {@code load_create}. */
  public Map<String, BigDecimal> prices() {
    return service.accounts().prices().all();
  }

  /**
   * Changes a price from now on.
   *
   * @throws IllegalArgumentException for an unknown key, or a price on an operation that the API
   *     description declares free
   */
  public void price(String key, String priceUsd) {
    prices(Map.of(requireNonNull(key, "key"), Usd.of(requireNonNull(priceUsd, "priceUsd"))));
  }

  /** Changes the prices given; the others stay. */
  public void prices(Map<String, BigDecimal> changes) {
    service.accounts().prices().change(requireNonNull(changes, "changes"));
  }

  /**
   * Returns to the state after the start: the builder's brokers with their ids and keys, no others.
   * A concurrent call is answered from the state before or from the state after. Numbers of loads
   * are not used again, so a client that knows old ones does not confuse them.
   */
  public void reset() {
    synchronized (replacing) {
      begin();
      journal.clear();
    }
  }

  /** Closes the port and ends every thread before it returns. Further calls do nothing. */
  @Override
  public void close() {
    closed = true;
    http.stop();
  }

  /** Its port, or none, and what answers there. */
  FreightHttp http() {
    return http;
  }

  private void begin() {
    service.reset(
        settings.startTime(),
        settings.timeScale,
        empty -> {
          faults.clear();
          empty.prices().change(settings.prices);
          brokers.startWith(settings.brokers, empty);
        });
  }
}

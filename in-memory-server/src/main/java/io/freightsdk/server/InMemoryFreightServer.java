package io.freightsdk.server;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.admin.AdminContext;
import io.freightsdk.server.admin.AdminContext.DriveRequest;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.http.AdminAuthorizer.AdminAccess;
import io.freightsdk.server.http.FreightHttp;
import io.freightsdk.server.http.LinkBaseUrl;
import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.ServiceSettings;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.PingResults;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.server.view.SmsOutbox;
import java.math.BigDecimal;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
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
  private final SmsLog sms;
  private final FreightService service;
  private final FreightHttp http;
  private final Brokers brokers;
  private final FixSender fixes;

  /** Held while the whole state is replaced: concurrent resets would open the same accounts. */
  private final Object resetLock = new Object();

  private final Builder settings;
  private final AtomicLong requests = new AtomicLong();

  private volatile boolean closed;

  InMemoryFreightServer(Builder given) {
    this.settings = given.copy();
    Random ids = settings.idSource();
    this.adminAccess = settings.adminAccess();
    this.clock = new VirtualClock(settings.startTime(), settings.timeScale, settings.nanoTime);
    this.journal = new RequestJournal(settings.journalCapacity);
    this.sms = new SmsLog(settings.smsCapacity);
    this.service =
        new FreightService(clock, ids::nextBytes, settings.serviceSettings(), faults, sms);
    this.brokers = new Brokers(this, service.accounts());
    this.fixes = new FixSender(service, clock, () -> closed);
    this.http = settings.bind();
    try {
      initializeState();
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
            ServerRoutes.pages(service.linkAccess(), clock, settings.admin),
            settings.admin
                ? ServerRoutes.admin(adminAccess, this::adminContext)
                : ServerRoutes.healthOnly(),
            new LinkBaseUrl(publicUrl(), settings.publicUrl != null || !http.isBound())));
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
  public static Builder builder() {
    return new Builder();
  }

  /** The address for clients, for example {@code http://127.0.0.1:41123}. */
  public String baseUrl() {
    return http.baseUrl();
  }

  /**
   * The address with which all links begin, as set by {@link Builder#publicUrl}; {@link #baseUrl}
   * if it was not set. Without it, the links of a load have the host to which its order was sent.
   */
  public String publicUrl() {
    return settings.publicUrl == null ? baseUrl() : settings.publicUrl;
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
    return service.loads().newest(0, limit).stream().map(StoredLoad::view).toList();
  }

  /**
   * Adds many fixes to a load. Their age and the time between them do not matter; all other rules
   * apply. The clock does not move.
   */
  public PingResults addFixes(String loadNumber, List<Fix> fixes) {
    return this.fixes.addFixes(loadNumber, requireNonNull(fixes, "fixes"));
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
    return this.fixes.send(loadNumber, requireNonNull(fixes, "fixes"));
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
        settings.startTime(),
        settings.timeScale,
        empty -> {
          faults.clear();
          empty.prices().change(settings.prices);
          brokers.reset(settings.brokers, empty);
        });
  }

  /** Configures and starts a server. Not safe for concurrent use. */
  public static final class Builder implements Cloneable {

    /**
     * Ten days: a load number has at most nine digits, because longer numbers look like phone
     * numbers.
     */
    private static final long LOAD_NUMBER_CYCLE_MILLIS = 900_000_000;

    private String host = "127.0.0.1";
    private int port;
    private boolean withoutPort;
    LongSupplier nanoTime = System::nanoTime;
    @Nullable Instant clockStart;
    double timeScale = 1;
    boolean admin = true;
    @Nullable String publicUrl;
    private String adminHost = "127.0.0.1";
    private @Nullable String adminToken;
    int journalCapacity = 10_000;
    int smsCapacity = 10_000;
    private @Nullable Long seed;
    List<BrokerSettings> brokers = new ArrayList<>();
    Map<String, BigDecimal> prices = new LinkedHashMap<>();
    private Duration pingThrottle = PingRules.DEFAULT_THROTTLE;
    private Duration stopWindowLength = Duration.ofHours(2);
    private DeliveryCompletion deliveryCompletion = DeliveryCompletion.ON_ARRIVAL;
    private int ledgerCapacity = 100_000;
    private boolean startsNumbersAtClock;

    Builder() {}

    /** Sets the address to listen on; 127.0.0.1 by default. */
    public Builder host(String address) {
      Objects.requireNonNull(address, "address");
      host = address;
      return this;
    }

    /** Sets the port to listen on; 0, the default, picks a free port. */
    public Builder port(int number) {
      port = requirePort(number);
      return this;
    }

    /** Opens no port: only callers in this process reach the server. */
    Builder withoutPort() {
      withoutPort = true;
      return this;
    }

    /** Sets the source of machine time, in nanoseconds since any moment. */
    Builder nanoTime(LongSupplier source) {
      nanoTime = Objects.requireNonNull(source, "source");
      return this;
    }

    private static int requirePort(int number) {
      if (number >= 0 && number <= HttpEngine.MAX_PORT) return number;
      throw new IllegalArgumentException("port " + number + " is not in 0..65535");
    }

    /** Sets the start time of the clock; system time by default. */
    public Builder clockStart(Instant start) {
      Objects.requireNonNull(start, "start");
      clockStart = start;
      return this;
    }

    /** Freezes the clock, so that time changes only when the test changes it. */
    public Builder frozenClock() {
      return timeScale(0);
    }

    /**
     * Sets the seconds of server time per real second, from 0 to 1,000,000; 1 by default, 0 for a
     * frozen clock.
     */
    public Builder timeScale(double scale) {
      if (!(scale >= 0 && scale <= VirtualClock.MAX_SCALE)) {
        throw new IllegalArgumentException("time scale " + scale + " is not in 0..1000000");
      }
      timeScale = scale;
      return this;
    }

    /** Sets the minimum time between two kept fixes; 30 s by default, zero keeps every fix. */
    public Builder pingThrottle(Duration throttle) {
      Objects.requireNonNull(throttle, "throttle");
      pingThrottle = throttle;
      return this;
    }

    /**
     * Sets the time from {@code windowFrom} to {@code windowTo}; 2 h by default, zero for no end.
     */
    public Builder stopWindowLength(Duration length) {
      Objects.requireNonNull(length, "length");
      if (length.isNegative()) {
        throw new IllegalArgumentException("window length " + length + " is negative");
      }
      stopWindowLength = length;
      return this;
    }

    /** Sets the event that completes a load; by default, the arrival at its last stop. */
    public Builder deliveryCompletion(DeliveryCompletion completion) {
      Objects.requireNonNull(completion, "completion");
      deliveryCompletion = completion;
      return this;
    }

    /**
     * Sets the price of an operation key such as {@code load_create}; the published prices by
     * default.
     */
    public Builder price(String key, String priceUsd) {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(priceUsd, "priceUsd");
      prices.put(key, Usd.of(priceUsd));
      return this;
    }

    /**
     * Adds a broker that is created at the start and at each {@link InMemoryFreightServer#reset}.
     */
    public Builder broker(BrokerSettings settings) {
      Objects.requireNonNull(settings, "settings");
      brokers.add(settings);
      return this;
    }

    /**
     * Sets whether the test control, an HTTP API and a console for tests, is available under {@code
     * /__admin}; true by default.
     */
    public Builder admin(boolean on) {
      admin = on;
      return this;
    }

    /**
     * Sets the base URL of load links, such as {@code https://freight.test.example}. Set it if
     * people open links at a different address than clients, or through a proxy with TLS. By
     * default, the links of a load have the host to which its order was sent.
     *
     * @throws IllegalArgumentException unless it is an absolute http or https URL without query,
     *     fragment and user
     */
    public Builder publicUrl(String url) {
      Objects.requireNonNull(url, "url");
      publicUrl = requireUrl(url);
      return this;
    }

    /**
     * Sets the local address at which other machines may use the test control; {@code 0.0.0.0} for
     * all addresses. Every caller then needs the admin token. By default, only this machine may use
     * it.
     */
    public Builder adminHost(String address) {
      Objects.requireNonNull(address, "address");
      adminHost = address;
      return this;
    }

    /**
     * Sets the token that callers of the test control must send. By default, there is none, or a
     * random one if other machines may use the test control: see {@link
     * InMemoryFreightServer#adminToken}.
     */
    public Builder adminToken(String token) {
      Objects.requireNonNull(token, "token");
      if (token.isBlank()) throw new IllegalArgumentException("an admin token must not be blank");
      adminToken = token;
      return this;
    }

    /**
     * Sets the seed of identifiers, tokens and keys, so that they are the same in every run. They
     * can then be guessed. Random by default.
     */
    public Builder seed(long number) {
      seed = number;
      return this;
    }

    /** Sets the number of requests that the journal keeps; 10,000 by default. */
    public Builder journalCapacity(int requests) {
      journalCapacity = requirePositive("journal capacity", requests);
      return this;
    }

    /** Sets the number of text messages that the outbox keeps; 10,000 by default. */
    public Builder smsCapacity(int messages) {
      smsCapacity = requirePositive("SMS capacity", messages);
      return this;
    }

    /**
     * Sets the maximum number of ledger entries of each broker; 100,000 by default. Above it, one
     * entry replaces the oldest entries with their sum.
     */
    public Builder ledgerCapacity(int entries) {
      ledgerCapacity = requirePositive("ledger capacity", entries);
      return this;
    }

    /**
     * Starts load numbers at the milliseconds of the clock, as in {@code LD-2026-576000001}. A
     * server that restarts within ten days then creates different numbers, for applications that
     * keep their database. By default, numbers start at 1 and are the same in each test.
     */
    public Builder loadNumbersByClock() {
      startsNumbersAtClock = true;
      return this;
    }

    /**
     * Starts the server.
     *
     * @throws java.io.UncheckedIOException if the address cannot be bound; the message contains it
     */
    public InMemoryFreightServer start() {
      return new InMemoryFreightServer(this);
    }

    /** A copy, which later changes of this builder do not affect. */
    Builder copy() {
      try {
        Builder copy = (Builder) clone();
        copy.brokers = new ArrayList<>(brokers);
        copy.prices = new LinkedHashMap<>(prices);
        return copy;
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    /** The source of identifiers, tokens and keys. */
    Random idSource() {
      return seed == null ? new SecureRandom() : new Random(seed);
    }

    AdminAccess adminAccess() {
      return AdminAccess.at(adminHost, adminToken);
    }

    /** Binds the port. */
    FreightHttp bind() {
      return withoutPort ? FreightHttp.unbound() : FreightHttp.bind(host, port);
    }

    private static String requireUrl(String url) {
      URI uri;
      try {
        uri = URI.create(url);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("public URL: '" + url + "' is not a URL", e);
      }
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean plain =
          uri.getQuery() == null && uri.getFragment() == null && uri.getUserInfo() == null;
      if (!web || uri.getHost() == null || !plain) {
        throw new IllegalArgumentException(
            "public URL: write one such as https://freight.test.example, not '" + url + "'");
      }
      return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    ServiceSettings serviceSettings() {
      return new ServiceSettings(
          deliveryCompletion == DeliveryCompletion.ON_BOL,
          stopWindowLength,
          PingRules.DEFAULT.withThrottle(pingThrottle),
          ledgerCapacity,
          firstLoadNumber());
    }

    private int firstLoadNumber() {
      if (!startsNumbersAtClock) return 1;
      return (int) (startTime().toEpochMilli() % LOAD_NUMBER_CYCLE_MILLIS) + 1;
    }

    Instant startTime() {
      return clockStart == null ? Instant.now() : clockStart;
    }

    private static int requirePositive(String name, int value) {
      if (value < 1) throw new IllegalArgumentException(name + " " + value + " is below 1");
      return value;
    }
  }
}

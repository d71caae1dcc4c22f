package io.freightsdk.server;

import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.fault.plan.FaultPlan;
import io.freightsdk.server.http.FreightHttp;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.account.Account;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.service.load.Load;
import io.freightsdk.server.time.VirtualClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

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
  private final VirtualClock clock;
  private final FaultPlan faults = new FaultPlan();
  private final RequestJournal journal;
  private final SmsLog sms;
  private final FreightService service;
  private final FreightHttp http;
  private final String baseUrl;

  private InMemoryFreightServer(ServerSettings settings) {
    Instant start = settings.clockStart == null ? Instant.now() : settings.clockStart;
    this.clock = new VirtualClock(start, settings.timeScale, System::nanoTime);
    this.journal = new RequestJournal(settings.journalCapacity);
    this.sms = new SmsLog(settings.smsCapacity);
    this.service =
        new FreightService(clock, settings.ids, settings.service(), faults, sms, () -> baseUrl());
    service.accounts().prices().change(settings.prices);
    this.http =
        FreightHttp.start(
            settings.host, settings.port, new FreightHttp.Parts(service, clock, faults, journal));
    this.baseUrl = "http://" + urlHost(settings.host) + ":" + http.port();
  }

  /** Starts a server on a free port of the loopback address. */
  public static InMemoryFreightServer start() {
    return builder().start();
  }

  /** Starts describing a server. */
  public static Builder builder() {
    return new Builder();
  }

  /** Where clients find it, for example {@code http://127.0.0.1:41123}. */
  public String baseUrl() {
    return baseUrl;
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
  }

  /**
   * Opens a registered broker account with this balance, written as a decimal such as {@code
   * 25.00}, and a key with every scope.
   *
   * @throws IllegalArgumentException when that is not an amount
   */
  public Broker createBroker(String balanceUsd) {
    return createBroker(BrokerSettings.DEFAULT.withBalance(balanceUsd));
  }

  /** Opens a broker account. */
  public Broker createBroker(BrokerSettings settings) {
    Account account =
        service.accounts().open(settings.email(), settings.balanceUsd(), settings.registered());
    String key = settings.agentKey();
    if (key == null) {
      key = service.accounts().issueKey(account.brokerId(), settings.scopes());
    } else {
      service.accounts().addKey(account.brokerId(), key, settings.scopes());
    }
    return new Broker(service.accounts(), clock, account.brokerId(), key);
  }

  /**
   * The driver of a load.
   *
   * @throws IllegalArgumentException when there is no such load
   */
  public Driver driver(String loadNumber) {
    return new Driver(service, clock, loadNumber);
  }

  /**
   * A load as it is now. Looking is free and is no request.
   *
   * @throws IllegalArgumentException when there is no such load
   */
  public LoadView load(String loadNumber) {
    clock.settle();
    return LoadViews.of(find(loadNumber));
  }

  /** Cancels a load; one that is delivered or cancelled stays as it is. */
  public void cancel(String loadNumber) {
    service.deliveries().cancel(find(loadNumber));
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
    prices(Map.of(key, usd(priceUsd)));
  }

  /** Changes the prices given; the others stay. */
  public void prices(Map<String, BigDecimal> changes) {
    service.accounts().prices().change(changes);
  }

  /** Frees the port and ends every thread before it returns. Further calls do nothing. */
  @Override
  public void close() {
    http.stop();
  }

  private Load find(String loadNumber) {
    Load load = service.load(loadNumber);
    if (load == null) throw new IllegalArgumentException("no load " + loadNumber);
    return load;
  }

  static BigDecimal usd(String amount) {
    return Usd.of(amount);
  }

  private static String urlHost(String host) {
    boolean anyAddress = host.equals("0.0.0.0") || host.equals("::");
    if (anyAddress) return "127.0.0.1";
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** Describes a server to start. */
  public static final class Builder {
    private final ServerSettings settings = new ServerSettings();

    private Builder() {}

    /** Address to listen on; 127.0.0.1 by default. */
    public Builder host(String host) {
      settings.host = host;
      return this;
    }

    /** Port to listen on; 0, the default, takes a free one. */
    public Builder port(int port) {
      settings.port = port;
      return this;
    }

    /** Time at which the clock starts; system time by default. */
    public Builder clockStart(Instant start) {
      settings.clockStart = start;
      return this;
    }

    /** Stops the clock: time moves only when the test moves it. */
    public Builder frozenClock() {
      return timeScale(0);
    }

    /** Virtual seconds per real second; 1 by default, 0 for a frozen clock. */
    public Builder timeScale(double scale) {
      if (!(scale >= 0 && scale <= 1_000_000)) {
        throw new IllegalArgumentException("time scale " + scale + " is not in 0..1000000");
      }
      settings.timeScale = scale;
      return this;
    }

    /** Shortest time between two kept fixes; 30 s by default, zero keeps every fix. */
    public Builder pingThrottle(Duration throttle) {
      settings.pingThrottle = throttle;
      return this;
    }

    /** Time from {@code windowFrom} to {@code windowTo}; 2 h by default, zero for no end. */
    public Builder windowLength(Duration length) {
      settings.windowLength = length;
      return this;
    }

    /** What completes a load; arrival at its last stop by default. */
    public Builder deliveryCompletion(DeliveryCompletion completion) {
      settings.deliveryCompletion = completion;
      return this;
    }

    /** Price of an operation key such as {@code load_create}; the published ones by default. */
    public Builder price(String key, String priceUsd) {
      settings.prices.put(key, usd(priceUsd));
      return this;
    }

    /** Whether the test control answers under {@code /__admin}; it does by default. */
    public Builder admin(boolean on) {
      settings.admin = on;
      return this;
    }

    /** Where identifiers, tokens and keys come from; unguessable by default. */
    public Builder idFactory(IdFactory ids) {
      settings.ids = ids;
      return this;
    }

    /** The same identifiers in every run. */
    public Builder seed(long seed) {
      return idFactory(IdFactory.seeded(seed));
    }

    /** How many requests the journal keeps; 10,000 by default. */
    public Builder journalCapacity(int requests) {
      settings.journalCapacity = requests;
      return this;
    }

    /**
     * Starts it.
     *
     * @throws java.io.UncheckedIOException when the address cannot be bound
     */
    public InMemoryFreightServer start() {
      return new InMemoryFreightServer(settings);
    }
  }
}

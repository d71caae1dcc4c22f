package io.freightsdk.server;

import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.http.AdminAuthorizer.AdminAccess;
import io.freightsdk.server.http.FreightHttp;
import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.journal.SmsStore;
import io.freightsdk.server.service.ServiceSettings;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.time.VirtualClock;
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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Configures and starts a server. Not safe for concurrent use. */
public final class ServerBuilder {
  /**
   * Ten days: a load number has at most nine digits, because longer numbers look like phone
   * numbers.
   */
  private static final long LOAD_NUMBER_CYCLE_MILLIS = 900_000_000;

  private String host = "127.0.0.1";
  private int port;
  private boolean withoutPort;
  private LongSupplier nanoTime = System::nanoTime;
  private @Nullable Instant clockStart;
  private double timeScale = 1;
  private boolean admin = true;
  private @Nullable String publicUrl;
  private String adminHost = "127.0.0.1";
  private @Nullable String adminToken;
  private int journalCapacity = 10_000;
  private int smsCapacity = 10_000;
  private @Nullable Long seed;
  private final List<BrokerSettings> brokers = new ArrayList<>();
  private final Map<String, BigDecimal> prices = new LinkedHashMap<>();
  private Duration pingThrottle = PingRules.DEFAULT_THROTTLE;
  private Duration stopWindowLength = Duration.ofHours(2);
  private DeliveryCompletion deliveryCompletion = DeliveryCompletion.ON_ARRIVAL;
  private int ledgerCapacity = 100_000;
  private boolean startsNumbersAtClock;

  ServerBuilder() {}

  /** Sets the address to listen on; 127.0.0.1 by default. */
  public ServerBuilder host(String address) {
    host = Objects.requireNonNull(address, "address");
    return this;
  }

  /** Sets the port to listen on; 0, the default, picks a free port. */
  public ServerBuilder port(int number) {
    port = requirePort(number);
    return this;
  }

  /** Opens no port: only callers in this process reach the server. */
  ServerBuilder withoutPort() {
    withoutPort = true;
    return this;
  }

  /** Sets the source of machine time, in nanoseconds since any moment. */
  ServerBuilder nanoTime(LongSupplier source) {
    nanoTime = Objects.requireNonNull(source, "source");
    return this;
  }

  private static int requirePort(int number) {
    if (number >= 0 && number <= HttpEngine.MAX_PORT) return number;
    throw new IllegalArgumentException("port " + number + " is not in 0..65535");
  }

  /** Sets the start time of the clock; system time by default. */
  public ServerBuilder clockStart(Instant start) {
    clockStart = Objects.requireNonNull(start, "start");
    return this;
  }

  /** Freezes the clock, so that time changes only when the test changes it. */
  public ServerBuilder frozenClock() {
    return timeScale(0);
  }

  /**
   * Sets the seconds of server time per real second, from 0 to 1,000,000; 1 by default, 0 for a
   * frozen clock.
   */
  public ServerBuilder timeScale(double scale) {
    if (!(scale >= 0 && scale <= VirtualClock.MAX_SCALE)) {
      throw new IllegalArgumentException("time scale " + scale + " is not in 0..1000000");
    }
    timeScale = scale;
    return this;
  }

  /** Sets the minimum time between two kept fixes; 30 s by default, zero keeps every fix. */
  public ServerBuilder pingThrottle(Duration throttle) {
    pingThrottle = Objects.requireNonNull(throttle, "throttle");
    return this;
  }

  /** Sets the time from {@code windowFrom} to {@code windowTo}; 2 h by default, zero for no end. */
  public ServerBuilder stopWindowLength(Duration length) {
    Objects.requireNonNull(length, "length");
    if (length.isNegative()) {
      throw new IllegalArgumentException("window length " + length + " is negative");
    }
    stopWindowLength = length;
    return this;
  }

  /** Sets the event that completes a load; by default, the arrival at its last stop. */
  public ServerBuilder deliveryCompletion(DeliveryCompletion completion) {
    deliveryCompletion = Objects.requireNonNull(completion, "completion");
    return this;
  }

  /**
   * Sets the price of an operation key such as {@code load_create}; the published prices by
   * default.
   */
  public ServerBuilder price(String key, String priceUsd) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(priceUsd, "priceUsd");
    prices.put(key, Usd.of(priceUsd));
    return this;
  }

  /** Adds a broker that is created at the start and at each {@link InMemoryFreightServer#reset}. */
  public ServerBuilder broker(BrokerSettings settings) {
    brokers.add(Objects.requireNonNull(settings, "settings"));
    return this;
  }

  /**
   * Sets whether the test control, an HTTP API and a console for tests, is available under {@code
   * /__admin}; true by default.
   */
  public ServerBuilder admin(boolean on) {
    admin = on;
    return this;
  }

  /**
   * Sets the base URL of load links, such as {@code https://freight.test.example}. Set it if people
   * open links at a different address than clients, or through a proxy with TLS. By default, the
   * links of a load have the host to which its order was sent.
   *
   * @throws IllegalArgumentException unless it is an absolute http or https URL without query,
   *     fragment and user
   */
  public ServerBuilder publicUrl(String url) {
    publicUrl = requireUrl(Objects.requireNonNull(url, "url"));
    return this;
  }

  /**
   * Sets the local address at which other machines may use the test control; {@code 0.0.0.0} for
   * all addresses. Every caller then needs the admin token. By default, only this machine may use
   * it.
   */
  public ServerBuilder adminHost(String address) {
    adminHost = Objects.requireNonNull(address, "address");
    return this;
  }

  /**
   * Sets the token that callers of the test control must send. By default, there is none, or a
   * random one if other machines may use the test control: see {@link
   * InMemoryFreightServer#adminToken}.
   */
  public ServerBuilder adminToken(String token) {
    Objects.requireNonNull(token, "token");
    if (token.isBlank()) throw new IllegalArgumentException("an admin token must not be blank");
    adminToken = token;
    return this;
  }

  /**
   * Sets the seed of identifiers, tokens and keys, so that they are the same in every run. They can
   * then be guessed. Random by default.
   */
  public ServerBuilder seed(long number) {
    seed = number;
    return this;
  }

  /** Sets the number of requests that the journal keeps; 10,000 by default. */
  public ServerBuilder journalCapacity(int requests) {
    journalCapacity = requirePositive("journal capacity", requests);
    return this;
  }

  /** Sets the number of text messages that the outbox keeps; 10,000 by default. */
  public ServerBuilder smsCapacity(int messages) {
    smsCapacity = requirePositive("SMS capacity", messages);
    return this;
  }

  /**
   * Sets the maximum number of ledger entries of each broker; 100,000 by default. Above it, one
   * entry replaces the oldest entries with their sum.
   */
  public ServerBuilder ledgerCapacity(int entries) {
    ledgerCapacity = requirePositive("ledger capacity", entries);
    return this;
  }

  /**
   * Takes the first load number from the milliseconds of the clock, as in {@code
   * LD-2026-576000001}. Later numbers count up. A server that restarts within ten days then creates
   * different numbers, for applications that keep their database. By default, numbers start at 1
   * and are the same in each test.
   */
  public ServerBuilder firstLoadNumberFromClock() {
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

  /** The source of identifiers, tokens and keys. */
  Random idSource() {
    return seed == null ? new SecureRandom() : new Random(seed);
  }

  InitialState initialState() {
    return new InitialState(clockStart, timeScale, prices, brokers);
  }

  VirtualClock clock() {
    return new VirtualClock(startTime(), timeScale, nanoTime);
  }

  RequestJournal journal() {
    return new RequestJournal(journalCapacity);
  }

  SmsStore sms() {
    return new SmsStore(smsCapacity);
  }

  boolean hasAdmin() {
    return admin;
  }

  @Nullable String publicUrl() {
    return publicUrl;
  }

  AdminAccess adminAccess() {
    return AdminAccess.at(adminHost, adminToken);
  }

  /** Binds the port. */
  FreightHttp bind() {
    return withoutPort ? FreightHttp.unbound() : FreightHttp.bind(host, port);
  }

  /**
   * The state of a server after its start and after each reset. Immutable.
   *
   * @param clockStart null for system time
   * @param prices the prices in USD that differ from the published prices, by operation key
   */
  record InitialState(
      @Nullable Instant clockStart,
      double timeScale,
      Map<String, BigDecimal> prices,
      List<BrokerSettings> brokers) {
    InitialState {
      prices = Map.copyOf(prices);
      brokers = List.copyOf(brokers);
    }

    Instant time() {
      return clockStart == null ? Instant.now() : clockStart;
    }
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

  private Instant startTime() {
    return initialState().time();
  }

  private static int requirePositive(String name, int value) {
    if (value < 1) throw new IllegalArgumentException(name + " " + value + " is below 1");
    return value;
  }
}

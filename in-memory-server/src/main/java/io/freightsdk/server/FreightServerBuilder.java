package io.freightsdk.server;

import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.http.AdminGate.AdminAccess;
import io.freightsdk.server.http.Cors;
import io.freightsdk.server.http.FreightHttp;
import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.service.ServiceSettings;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.time.VirtualClock;
import java.math.BigDecimal;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Configures and starts a server. Not safe for use by several threads. */
public final class FreightServerBuilder implements Cloneable {

  private String host = "127.0.0.1";
  private int port;
  private boolean withoutPort;
  LongSupplier nanoTime = System::nanoTime;
  @Nullable Instant clockStart;
  double timeScale = 1;
  boolean admin = true;
  @Nullable String publicUrl;
  Set<String> origins = new LinkedHashSet<>();
  private String adminHost = "127.0.0.1";
  private @Nullable String adminToken;
  int journalCapacity = 10_000;
  int smsCapacity = 10_000;
  private @Nullable Long seed;
  List<BrokerSettings> brokers = new ArrayList<>();
  Map<String, BigDecimal> prices = new LinkedHashMap<>();
  private Duration pingThrottle = PingRules.DEFAULT_THROTTLE;
  private Duration windowLength = Duration.ofHours(2);
  private DeliveryCompletion deliveryCompletion = DeliveryCompletion.ON_ARRIVAL;
  private int ledgerCapacity = 100_000;
  private boolean numbersByClock;

  FreightServerBuilder() {}

  /** Address to listen on; 127.0.0.1 by default. */
  public FreightServerBuilder host(String address) {
    Objects.requireNonNull(address, "address");
    host = address;
    return this;
  }

  /** Port to listen on; 0, the default, takes a free one. */
  public FreightServerBuilder port(int number) {
    port = checkedPort(number);
    return this;
  }

  /** Opens no port: the server answers callers in this process only. */
  FreightServerBuilder withoutPort() {
    withoutPort = true;
    return this;
  }

  /** What the machine's time is read from, in nanoseconds since any moment. */
  FreightServerBuilder nanoTime(LongSupplier source) {
    nanoTime = Objects.requireNonNull(source, "source");
    return this;
  }

  private static int checkedPort(int number) {
    if (number >= 0 && number <= HttpEngine.MAX_PORT) return number;
    throw new IllegalArgumentException("port " + number + " is not in 0..65535");
  }

  /** Time at which the clock starts; system time by default. */
  public FreightServerBuilder clockStart(Instant start) {
    Objects.requireNonNull(start, "start");
    clockStart = start;
    return this;
  }

  /** Stops the clock: time moves only when the test moves it. */
  public FreightServerBuilder frozenClock() {
    return timeScale(0);
  }

  /** Seconds of server time per real second; 1 by default, 0 for a frozen clock. */
  public FreightServerBuilder timeScale(double scale) {
    if (!(scale >= 0 && scale <= VirtualClock.MAX_SCALE)) {
      throw new IllegalArgumentException("time scale " + scale + " is not in 0..1000000");
    }
    timeScale = scale;
    return this;
  }

  /** Shortest time between two kept fixes; 30 s by default, zero keeps every fix. */
  public FreightServerBuilder pingThrottle(Duration throttle) {
    Objects.requireNonNull(throttle, "throttle");
    pingThrottle = throttle;
    return this;
  }

  /** Time from {@code windowFrom} to {@code windowTo}; 2 h by default, zero for no end. */
  public FreightServerBuilder windowLength(Duration length) {
    Objects.requireNonNull(length, "length");
    if (length.isNegative()) {
      throw new IllegalArgumentException("window length " + length + " is negative");
    }
    windowLength = length;
    return this;
  }

  /** What completes a load; by default, the arrival at its last stop. */
  public FreightServerBuilder deliveryCompletion(DeliveryCompletion completion) {
    Objects.requireNonNull(completion, "completion");
    deliveryCompletion = completion;
    return this;
  }

  /** Price of an operation key such as {@code load_create}; the published ones by default. */
  public FreightServerBuilder price(String key, String priceUsd) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(priceUsd, "priceUsd");
    prices.put(key, Usd.of(priceUsd));
    return this;
  }

  /** Opens this broker at start, and again at each {@link InMemoryFreightServer#reset}. */
  public FreightServerBuilder broker(BrokerSettings settings) {
    Objects.requireNonNull(settings, "settings");
    brokers.add(settings);
    return this;
  }

  /** Whether the test control answers under {@code /__admin}; on by default. */
  public FreightServerBuilder admin(boolean on) {
    admin = on;
    return this;
  }

  /**
   * The base of the links of loads, such as {@code https://freight.test.example}, when those who
   * open them reach the server by another address than who creates loads, or through a proxy with
   * TLS. By default a load's links have the host to which its order was sent.
   *
   * @throws IllegalArgumentException unless it is an absolute http or https address without query
   */
  public FreightServerBuilder publicUrl(String url) {
    Objects.requireNonNull(url, "url");
    publicUrl = checkedUrl(url);
    return this;
  }

  /**
   * Lets web pages of this origin, such as {@code http://localhost:3000}, call the API and read its
   * answers; {@code *} lets every page. Call it once for each origin. By default a browser lets no
   * page do so. The test control answers none of these pages, and cookies are never allowed.
   *
   * @throws IllegalArgumentException for what is not an origin
   */
  public FreightServerBuilder cors(String origin) {
    Objects.requireNonNull(origin, "origin");
    origins.add(Cors.origin(origin));
    return this;
  }

  /**
   * Local address at which other machines may use the test control: {@code 0.0.0.0} for all
   * addresses. Every caller then needs the admin token. By default only this machine may use it.
   */
  public FreightServerBuilder adminHost(String address) {
    Objects.requireNonNull(address, "address");
    adminHost = address;
    return this;
  }

  /**
   * The token that callers of the test control must send. None by default; a random one ({@link
   * InMemoryFreightServer#adminToken}) if other machines may use the test control.
   */
  public FreightServerBuilder adminToken(String token) {
    Objects.requireNonNull(token, "token");
    if (token.isBlank()) throw new IllegalArgumentException("an admin token must not be blank");
    adminToken = token;
    return this;
  }

  /** Makes the same identifiers, tokens and keys in every run: they are guessable. */
  public FreightServerBuilder seed(long number) {
    seed = number;
    return this;
  }

  /** How many requests the journal keeps; 10,000 by default. */
  public FreightServerBuilder journalCapacity(int requests) {
    journalCapacity = atLeastOne("journal capacity", requests);
    return this;
  }

  /** How many text messages the outbox keeps; 10,000 by default. */
  public FreightServerBuilder smsCapacity(int messages) {
    smsCapacity = atLeastOne("SMS capacity", messages);
    return this;
  }

  /**
   * How many ledger entries are kept per broker before the oldest are summed up in one entry;
   * 100,000 by default.
   */
  public FreightServerBuilder ledgerCapacity(int entries) {
    ledgerCapacity = atLeastOne("ledger capacity", entries);
    return this;
  }

  /**
   * Lets the numbers of loads begin with the second of the year, as in {@code LD-2026-28771234}:
   * for an application whose database stays, a server that is started again has other numbers than
   * before. Otherwise they begin with 1, the same in each test.
   */
  public FreightServerBuilder loadNumbersByClock() {
    numbersByClock = true;
    return this;
  }

  /**
   * Starts the server.
   *
   * @throws java.io.UncheckedIOException when the address cannot be bound; the message names it
   */
  public InMemoryFreightServer start() {
    return new InMemoryFreightServer(this);
  }

  /** These settings as they are now. */
  FreightServerBuilder copy() {
    try {
      FreightServerBuilder copy = (FreightServerBuilder) clone();
      copy.brokers = new ArrayList<>(brokers);
      copy.prices = new LinkedHashMap<>(prices);
      copy.origins = new LinkedHashSet<>(origins);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** What identifiers, tokens and keys are drawn from. */
  Random ids() {
    return seed == null ? new SecureRandom() : new Random(seed);
  }

  AdminAccess adminAccess() {
    return AdminAccess.at(adminHost, adminToken);
  }

  /** Binds the port. */
  FreightHttp bind() {
    return withoutPort ? FreightHttp.unbound() : FreightHttp.bind(host, port);
  }

  private static String checkedUrl(String url) {
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

  ServiceSettings service() {
    return new ServiceSettings(
        deliveryCompletion == DeliveryCompletion.ON_BOL,
        windowLength,
        PingRules.DEFAULT.withThrottle(pingThrottle),
        ledgerCapacity,
        numbersByClock ? secondOfTheYear(startTime()) : 0);
  }

  Instant startTime() {
    return clockStart == null ? Instant.now() : clockStart;
  }

  private static int secondOfTheYear(Instant time) {
    OffsetDateTime now = time.atOffset(ZoneOffset.UTC);
    return (int) ChronoUnit.SECONDS.between(now.withDayOfYear(1).truncatedTo(ChronoUnit.DAYS), now);
  }

  private static int atLeastOne(String name, int value) {
    if (value < 1) throw new IllegalArgumentException(name + " " + value + " is below 1");
    return value;
  }
}

package io.freightsdk;

import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.Home;
import io.freightsdk.internal.client.BaseUrl;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.client.ClientFamily;
import io.freightsdk.internal.client.UserAgent;
import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.DaemonTimer;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.internal.text.HeaderRules;
import io.freightsdk.internal.text.Require;
import io.freightsdk.internal.transport.ClassPathCheck;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Configures and builds a {@link FreightClient}. Base URL and agent key are required and can come
 * from environment variables; every other option has a default. Not safe for concurrent use.
 */
public final class FreightClientBuilder {
  private @Nullable String baseUrl;
  private @Nullable Supplier<String> agentKey;
  private @Nullable OkHttpClient httpClient;
  private final List<Interceptor> interceptors = new ArrayList<>();
  private boolean newConnections;
  private boolean allowInsecureHttp;
  private Duration connectTimeout = Duration.ofSeconds(10);
  private Duration timeout = Duration.ofSeconds(30);
  private Duration deadline = Duration.ofMinutes(2);
  private RetryPolicy retryPolicy = RetryPolicy.standard();
  private int retryBudget = 100;
  private int maxConcurrentRequests = 64;
  private int maxPendingCalls = 4096;
  private long maxResponseBytes = 8L * 1024 * 1024;
  private @Nullable String userAgentSuffix;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final List<RequestListener> listeners = new ArrayList<>();
  private Clock clock = MachineTime.UTC;
  private @Nullable Environment environment;
  private Home.@Nullable Factory homes;
  private @Nullable PositionCache positionCache;
  private SpendLimits spendLimits = SpendLimits.none();
  private @Nullable SpendStore spendStore;

  /** Whether the caller has chosen the spend store, here or of the client before. */
  private boolean ownBooks;

  private final List<SpendListener> spendListeners = new ArrayList<>();
  private @Nullable TopUpPolicy topUpPolicy;
  private Duration priceLife = Duration.ofSeconds(10);
  private Duration maxPriceAge = Duration.ofMinutes(5);
  private ClientCore.Books books = SpendBooks::new;

  /** The client that this one is made from; null for none. */
  private final @Nullable ClientCore origin;

  FreightClientBuilder() {
    this.origin = null;
  }

  /** With the settings of another one; what belongs to its account stays with {@code origin}. */
  private FreightClientBuilder(FreightClientBuilder that, @Nullable ClientCore origin) {
    this.origin = origin;
    baseUrl = that.baseUrl;
    agentKey = that.agentKey;
    httpClient = that.httpClient;
    interceptors.addAll(that.interceptors);
    allowInsecureHttp = that.allowInsecureHttp;
    connectTimeout = that.connectTimeout;
    timeout = that.timeout;
    deadline = that.deadline;
    retryPolicy = that.retryPolicy;
    retryBudget = that.retryBudget;
    maxConcurrentRequests = that.maxConcurrentRequests;
    maxPendingCalls = that.maxPendingCalls;
    maxResponseBytes = that.maxResponseBytes;
    userAgentSuffix = that.userAgentSuffix;
    headers.putAll(that.headers);
    listeners.addAll(that.listeners);
    clock = that.clock;
    environment = that.environment;
    homes = that.homes;
    spendLimits = that.spendLimits;
    ownBooks = that.ownBooks;
    spendListeners.addAll(that.spendListeners);
    priceLife = that.priceLife;
    maxPriceAge = that.maxPriceAge;
    books = that.books;
  }

  /**
   * The address of the service, such as {@code https://api.example.com}; a path before {@code /v1}
   * is kept. Default: the environment variable {@code FREIGHT_BASE_URL}. Plain http is refused
   * except for loopback addresses, see {@link #allowInsecureHttp()}.
   */
  public FreightClientBuilder baseUrl(String baseUrl) {
    this.baseUrl = Require.notBlank(baseUrl, "baseUrl");
    return this;
  }

  /**
   * The agent key of the broker, from the broker console (Integrations, Agent API). Default: the
   * environment variable {@code FREIGHT_AGENT_KEY}. API description, section 5.
   *
   * @throws IllegalArgumentException when it is blank, longer than 1,024 characters, or has a
   *     character that is not visible ASCII; the message does not show the key
   */
  public FreightClientBuilder agentKey(String agentKey) {
    String key = HeaderRules.requireAgentKey(agentKey);
    this.agentKey = () -> key;
    return this;
  }

  /**
   * Supplies the agent key of every attempt, so that keys can be rotated while the client runs. The
   * supplier is called often, on threads of the client and of its callers: it must return at once,
   * from memory.
   */
  public FreightClientBuilder agentKey(Supplier<String> agentKey) {
    this.agentKey = Require.nonNull(agentKey, "agentKey");
    return this;
  }

  /**
   * An {@code OkHttpClient} of the application to build on: its proxy, TLS trust, certificate
   * pinning, DNS, interceptors and event listeners are used, and its connection pool is shared. It
   * is not changed, and {@link FreightClient#close()} does not shut it down. Its dispatcher, cache,
   * authenticator, redirects, retries and timeouts are not used, because they could send a paid
   * request twice or end it too early. Default: a new {@code OkHttpClient}.
   */
  public FreightClientBuilder httpClient(OkHttpClient httpClient) {
    this.httpClient = Require.nonNull(httpClient, "httpClient");
    this.newConnections = true;
    return this;
  }

  /**
   * Adds an interceptor, which sees each attempt once, for example to trace it; {@link CallTag}
   * tells it which call the request belongs to. It must call {@code proceed} exactly once, with the
   * request that it was given or with a copy made by {@code newBuilder()}.
   */
  public FreightClientBuilder interceptor(Interceptor interceptor) {
    interceptors.add(Require.nonNull(interceptor, "interceptor"));
    return this;
  }

  /**
   * Allows plain http to other machines, where anyone on the network path can read the agent key.
   */
  public FreightClientBuilder allowInsecureHttp() {
    this.allowInsecureHttp = true;
    return this;
  }

  /** How long one TCP connect may take. Default 10 s. */
  public FreightClientBuilder connectTimeout(Duration connectTimeout) {
    this.connectTimeout = Require.positive(connectTimeout, "connectTimeout");
    return this;
  }

  /**
   * How long one attempt may take, from its connect to the last byte of its answer. Default 30 s;
   * {@link CallOptions#timeout()} changes it for a call.
   */
  public FreightClientBuilder timeout(Duration timeout) {
    this.timeout = Require.positive(timeout, "timeout");
    return this;
  }

  /**
   * How long a call may take with all its attempts and waits; the last attempt gets the time that
   * is left. Time spent waiting for a top-up does not count. Default 2 min; {@link
   * CallOptions#deadline()} changes it for one call and then includes that wait.
   */
  public FreightClientBuilder deadline(Duration deadline) {
    this.deadline = Require.positive(deadline, "deadline");
    return this;
  }

  /** How calls are retried. Default {@link RetryPolicy#standard()}. */
  public FreightClientBuilder retryPolicy(RetryPolicy retryPolicy) {
    this.retryPolicy = Require.nonNull(retryPolicy, "retryPolicy");
    return this;
  }

  /**
   * How many retries all calls of the client may make together, so that retries do not multiply the
   * load of an outage; every call that succeeds gives back a tenth of a retry. Default 100; zero
   * switches retries off.
   */
  public FreightClientBuilder retryBudget(int retries) {
    this.retryBudget = Require.atLeast(0, retries, "retryBudget");
    return this;
  }

  /** How many requests may be in flight at once; further requests wait. Default 64. */
  public FreightClientBuilder maxConcurrentRequests(int maxConcurrentRequests) {
    this.maxConcurrentRequests = Require.atLeast(1, maxConcurrentRequests, "maxConcurrentRequests");
    return this;
  }

  /**
   * How many calls may be in progress at once, including those that wait; further calls fail with
   * {@link io.freightsdk.error.ClientSaturatedException} and nothing is sent. Default 4096.
   */
  public FreightClientBuilder maxPendingCalls(int maxPendingCalls) {
    this.maxPendingCalls = Require.atLeast(1, maxPendingCalls, "maxPendingCalls");
    return this;
  }

  /**
   * The longest answer that is read, in bytes after decompression; at least 1024. A longer one
   * fails the call with {@link io.freightsdk.error.FreightDecodingException}. Default 8 MiB.
   */
  public FreightClientBuilder maxResponseBytes(int maxResponseBytes) {
    this.maxResponseBytes = Require.atLeast(1024, maxResponseBytes, "maxResponseBytes");
    return this;
  }

  /**
   * Text that is appended to the {@code User-Agent} header, such as {@code my-tms/3.2}. Default:
   * nothing.
   */
  public FreightClientBuilder userAgentSuffix(String userAgentSuffix) {
    Require.nonNull(userAgentSuffix, "userAgentSuffix");
    this.userAgentSuffix = HeaderRules.requireValue("User-Agent", userAgentSuffix);
    return this;
  }

  /** Adds a header to every request, with the rules of {@link CallOptionsBuilder#header}. */
  public FreightClientBuilder header(String name, String value) {
    headers.put(HeaderRules.requireExtraName(name), HeaderRules.requireValue(name, value));
    return this;
  }

  /** Adds a listener; listeners hear events in the order they were added. */
  public FreightClientBuilder listener(RequestListener listener) {
    listeners.add(Require.nonNull(listener, "listener"));
    return this;
  }

  /**
   * The time of day: for {@code Retry-After} dates, price ages, {@code maxAge}, and ledger entries
   * in memory (a database has its own clock). A test may move it. Default: the system clock.
   * Timeouts and deadlines do not depend on it.
   */
  public FreightClientBuilder clock(Clock clock) {
    this.clock = Require.nonNull(clock, "clock");
    return this;
  }

  /**
   * The cache through which several processes share positions that one of them paid for, see {@link
   * CallOptions#maxAge()}. Default: the 1,000 most recently used positions are shared within this
   * client only.
   */
  public FreightClientBuilder positionCache(PositionCache positionCache) {
    this.positionCache = Require.nonNull(positionCache, "positionCache");
    return this;
  }

  /** What the client may spend. Default: {@link SpendLimits#none()}. */
  public FreightClientBuilder spendLimits(SpendLimits spendLimits) {
    this.spendLimits = Require.nonNull(spendLimits, "spendLimits");
    return this;
  }

  /**
   * Where the spend ledger and the use of the limits are kept. Clients with the same store share
   * both. Default: {@link SpendStore#inMemory()}, a new one for each client. Closing the client
   * does not close the store.
   */
  public FreightClientBuilder spendStore(SpendStore spendStore) {
    this.spendStore = Require.nonNull(spendStore, "spendStore");
    this.ownBooks = true;
    return this;
  }

  /** Adds a listener that is told of every ledger entry and of every call that a limit refuses. */
  public FreightClientBuilder spendListener(SpendListener listener) {
    spendListeners.add(Require.nonNull(listener, "listener"));
    return this;
  }

  /**
   * What happens when the balance does not cover a call. Default {@link TopUpPolicy#failFast()}.
   */
  public FreightClientBuilder topUpPolicy(TopUpPolicy topUpPolicy) {
    this.topUpPolicy = Require.nonNull(topUpPolicy, "topUpPolicy");
    return this;
  }

  /**
   * How long a price is used after it was asked for; a client in use reads it again, in the
   * background, when a fifth of that is left. With zero each call under a spend limit or {@code
   * maxPrice} waits for a reading that was sent after the call came; calls that wait share one. A
   * rise that nobody has read can pass a limit by its difference for this time. Default 10 s.
   */
  public FreightClientBuilder priceLife(Duration priceLife) {
    this.priceLife = Require.wait(priceLife, "priceLife");
    return this;
  }

  /**
   * How long a price may be used under a spend limit or {@code maxPrice} while the price list fails
   * or answers 429; then such calls fail with {@code PriceUnavailableException}. With zero the
   * first failure stops them. Default 5 min.
   */
  public FreightClientBuilder maxPriceAge(Duration maxPriceAge) {
    this.maxPriceAge = Require.wait(maxPriceAge, "maxPriceAge");
    return this;
  }

  /** Where asynchronous calls live in a simulation. */
  FreightClientBuilder homes(Home.Factory homes) {
    this.homes = homes;
    return this;
  }

  /** Replaces clocks, threads, the network and random numbers in tests. */
  FreightClientBuilder environment(Environment environment) {
    this.environment = environment;
    return this;
  }

  /** Replaces the books in tests of what they may do. */
  FreightClientBuilder books(ClientCore.Books books) {
    this.books = books;
    return this;
  }

  /**
   * Builds the client. Nothing is sent.
   *
   * @throws IllegalArgumentException when base URL or agent key is missing or invalid
   * @throws IllegalStateException when a library on the class path is too old; the message names
   *     the line to add to the build. Also when a client is made from another one whose settings
   *     belong to another account, or that is closed, see {@link FreightClient#toBuilder()}
   */
  public FreightClient build() {
    ClassPathCheck.run();
    String where = baseUrl != null ? baseUrl : variable("FREIGHT_BASE_URL", "base URL", "baseUrl");
    HttpUrl url = BaseUrl.parse(where, allowInsecureHttp);
    Supplier<String> key = agentKeyOrVariable();
    ClientFamily family = origin != null ? origin.settings.family() : newFamily();
    Account account = account(family, url, key);
    FreightClientBuilder asBuilt = new FreightClientBuilder(this, origin);
    return ClientCore.client(
        new ClientCore.Settings(
            url,
            key,
            httpClient,
            new TransportSettings(
                connectTimeout,
                maxConcurrentRequests,
                maxResponseBytes,
                List.copyOf(interceptors),
                // An interceptor may send a request elsewhere.
                url.isHttps() || !interceptors.isEmpty()),
            new CallRunner.Limits(timeout, deadline, retryPolicy, maxPendingCalls),
            retryBudget,
            UserAgent.of(userAgentSuffix),
            Map.copyOf(headers),
            List.copyOf(listeners),
            world(family),
            homes,
            family,
            newConnections ? null : origin,
            core -> new FreightClientBuilder(asBuilt, core),
            new SpendSettings(
                spendLimits,
                account.books,
                List.copyOf(spendListeners),
                account.topUp,
                priceLife,
                maxPriceAge),
            books,
            account.positions));
  }

  /** What belongs to one account, and must never serve another. */
  private record Account(SpendStore books, TopUpPolicy topUp, @Nullable PositionCache positions) {}

  private Account account(ClientFamily family, HttpUrl url, Supplier<String> key) {
    TopUpPolicy topUp = topUpPolicy;
    PositionCache positions = positionCache;
    if (origin == null) {
      return new Account(
          spendStore != null ? spendStore : SpendStore.inMemory(),
          topUp != null ? topUp : TopUpPolicy.failFast(),
          positions);
    }
    ClientCore.Settings before = origin.settings;
    String name = ClientFamily.account(url, key);
    String nameBefore = ClientFamily.account(before.baseUrl(), before.agentKey());
    family.books(nameBefore, before.spend()::store); // A client of a client may have its key again.
    boolean same =
        (key == before.agentKey() && url.equals(before.baseUrl()))
            || (name != null && name.equals(nameBefore));
    SpendStore books =
        spendStore != null
            ? spendStore
            : same ? before.spend().store() : family.books(name, this::newBooks);

    if (topUp == null) {
      topUp = before.spend().topUp();
      if (!same && topUp.handler() != null) {
        throw notTaken("topUpPolicy", "raises the balance");
      }
    }
    if (positions == null) {
      positions = before.positionCache();
      if (!same && positions != null && positions.account() != null) {
        throw notTaken("positionCache", "keeps the positions");
      }
    }
    return new Account(books, topUp, positions);
  }

  private SpendStore newBooks() {
    if (ownBooks) throw notTaken("spendStore", "keeps the books");
    return SpendStore.inMemory();
  }

  private static IllegalStateException notTaken(String option, String whatItDoes) {
    return new IllegalStateException(
        option
            + " of the client that this one is made from "
            + whatItDoes
            + " of that client's account, and this one is of another; call "
            + option
            + "(...) on the builder of this one");
  }

  private ClientFamily newFamily() {
    Threads other = environment == null ? null : environment.threads();
    Threads threads = other != null ? other : DaemonThreads.pool("freight-client");
    Timer timer =
        environment != null ? environment.timer() : new DaemonTimer("freight-timer", threads);
    return new ClientFamily(threads, timer);
  }

  private Environment world(ClientFamily family) {
    if (environment != null) return environment;
    return new Environment(
        clock,
        MachineTime.SYSTEM::nanos,
        MachineTime.SYSTEM,
        family.timer,
        null,
        () -> ThreadLocalRandom.current().nextLong(),
        IdempotencyKeys::random,
        null);
  }

  private Supplier<String> agentKeyOrVariable() {
    if (agentKey != null) return agentKey;
    String key = variable("FREIGHT_AGENT_KEY", "agent key", "agentKey");
    HeaderRules.requireAgentKey(key);
    return () -> key;
  }

  private static String variable(String name, String what, String option) {
    String value = System.getenv(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(
          "no %s: call %s(...) or set the environment variable %s".formatted(what, option, name));
    }
    return value;
  }
}

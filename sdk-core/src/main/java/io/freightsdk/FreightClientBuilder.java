package io.freightsdk;

import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.DaemonTimer;
import io.freightsdk.internal.call.Environment;
import io.freightsdk.internal.call.Spending;
import io.freightsdk.internal.client.BaseUrl;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.client.UserAgent;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.internal.text.HeaderRules;
import io.freightsdk.internal.text.Require;
import io.freightsdk.internal.transport.ClassPathCheck;
import io.freightsdk.internal.transport.DaemonThreads;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.watch.PositionCache;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a {@link FreightClient} is set up with. Only base URL and agent key have no
 * default, and both can come from the environment. Not safe for concurrent use.
 */
public final class FreightClientBuilder {
  private @Nullable String baseUrl;
  private @Nullable Supplier<String> agentKey;
  private @Nullable OkHttpClient httpClient;
  private final List<Interceptor> interceptors = new ArrayList<>();
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
  private Clock clock = Clock.systemUTC();
  private @Nullable Environment environment;
  private @Nullable PositionCache positionCache;
  private SpendLimits spendLimits = SpendLimits.none();
  private @Nullable SpendStore spendStore;
  private final List<SpendListener> spendListeners = new ArrayList<>();
  private TopUpPolicy topUpPolicy = TopUpPolicy.failFast();
  private Duration priceLife = Duration.ofMinutes(5);
  private @Nullable Spending spending;

  FreightClientBuilder() {}

  /**
   * Where the service is, such as {@code https://api.example.com}; a path before {@code /v1} is
   * kept. Default: the environment variable {@code FREIGHT_BASE_URL}. Plain http is refused except
   * for this machine, see {@link #allowInsecureHttp()}.
   */
  public FreightClientBuilder baseUrl(String baseUrl) {
    this.baseUrl = Require.notBlank(baseUrl, "baseUrl");
    return this;
  }

  /**
   * The agent key of the broker, from the broker console (Integrations, Agent API). Default: the
   * environment variable {@code FREIGHT_AGENT_KEY}. API description, section 5.
   *
   * @throws IllegalArgumentException when it holds a character that no key has; the message does
   *     not show it
   */
  public FreightClientBuilder agentKey(String agentKey) {
    String key = HeaderRules.requireAgentKey(agentKey);
    this.agentKey = () -> key;
    return this;
  }

  /**
   * Where every attempt gets its agent key from, to rotate keys while the client runs. It is called
   * on the threads of the client and of its callers, often: it returns at once, from memory.
   */
  public FreightClientBuilder agentKey(Supplier<String> agentKey) {
    this.agentKey = Require.nonNull(agentKey, "agentKey");
    return this;
  }

  /**
   * A client of the caller to build on: its proxy, TLS trust, pinning, DNS, interceptors and event
   * listeners are used, and its connection pool is shared. It is not changed, and not shut down by
   * {@link FreightClient#close()}. Its dispatcher, cache, authenticator, redirects, retries and
   * timeouts are not used: they would send a paid request twice or cut it short. Default: a client
   * of our own.
   */
  public FreightClientBuilder httpClient(OkHttpClient httpClient) {
    this.httpClient = Require.nonNull(httpClient, "httpClient");
    return this;
  }

  /**
   * Adds an interceptor, which sees each attempt once, for example to trace it; {@link CallTag}
   * tells it what the request is for. It hands on the request that it was given, or one made with
   * that one's {@code newBuilder()}, and proceeds once.
   */
  public FreightClientBuilder interceptor(Interceptor interceptor) {
    interceptors.add(Require.nonNull(interceptor, "interceptor"));
    return this;
  }

  /** Accepts plain http to another machine, where anyone on the way can read the agent key. */
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
   * How long a call may take with all its attempts and waits; the last attempt is cut to what is
   * left. A wait for a top-up is added to it. Default 2 min; {@link CallOptions#deadline()} changes
   * it for a call, and then bounds that wait too.
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
   * How many retries all calls of the client have in store together, so that an outage is not
   * multiplied; every call that succeeds gives back a tenth of one. Default 100, zero for none.
   */
  public FreightClientBuilder retryBudget(int retries) {
    this.retryBudget = Require.atLeast(0, retries, "retryBudget");
    return this;
  }

  /** How many requests are on the wire at once; more wait. Default 64. */
  public FreightClientBuilder maxConcurrentRequests(int maxConcurrentRequests) {
    this.maxConcurrentRequests = Require.atLeast(1, maxConcurrentRequests, "maxConcurrentRequests");
    return this;
  }

  /**
   * How many calls are in flight at once, those that wait included; more fail with {@link
   * io.freightsdk.error.ClientSaturatedException} and nothing is sent. Default 4096.
   */
  public FreightClientBuilder maxPendingCalls(int maxPendingCalls) {
    this.maxPendingCalls = Require.atLeast(1, maxPendingCalls, "maxPendingCalls");
    return this;
  }

  /** The longest answer that is read, in bytes after decompression. Default 8 MiB. */
  public FreightClientBuilder maxResponseBytes(int maxResponseBytes) {
    this.maxResponseBytes = Require.atLeast(1024, maxResponseBytes, "maxResponseBytes");
    return this;
  }

  /** What is appended to the user agent, such as {@code my-tms/3.2}. Default: nothing. */
  public FreightClientBuilder userAgentSuffix(String userAgentSuffix) {
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
   * The time of day, for {@code Retry-After} dates, entries in books, {@code maxAge} and watches,
   * which follow it also when a test moves it. Default: the system clock. Timeouts and deadlines do
   * not depend on it.
   */
  public FreightClientBuilder clock(Clock clock) {
    this.clock = Require.nonNull(clock, "clock");
    return this;
  }

  /**
   * Where several processes share the positions that one of them paid for, by {@link
   * CallOptions#maxAge()}. Default: positions are shared within this client only, the 1,000 asked
   * for last.
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
   * Where limits and ledger are kept. Clients that share a store share its books. Default: {@link
   * SpendStore#inMemory()}, a new one for each client. The store is not closed with the client.
   */
  public FreightClientBuilder spendStore(SpendStore spendStore) {
    this.spendStore = Require.nonNull(spendStore, "spendStore");
    return this;
  }

  /** Adds a listener to what is booked and refused. */
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
   * How long a price that was read is good; it is read again before it expires. When that fails
   * until its end, calls under a limit or {@code maxPrice} are refused with {@code
   * PriceUnavailableException}. Default 5 min.
   */
  public FreightClientBuilder priceLife(Duration priceLife) {
    this.priceLife = Require.positive(priceLife, "priceLife");
    return this;
  }

  /** The world that tests put in place of clocks, timers and random numbers. */
  FreightClientBuilder environment(Environment environment) {
    this.environment = environment;
    return this;
  }

  /** What looks after money, for tests of calls. */
  FreightClientBuilder spending(Spending spending) {
    this.spending = spending;
    return this;
  }

  /**
   * Makes the client. Nothing is sent.
   *
   * @throws IllegalArgumentException when base URL or agent key is missing or not usable
   * @throws IllegalStateException when a library on the class path is too old; the message names
   *     the line to add to the build
   */
  public FreightClient build() {
    ClassPathCheck.run();
    ExecutorService threads = DaemonThreads.pool("freight-client");
    return ClientCore.client(
        new ClientCore.Settings(
            BaseUrl.parse(baseUrlOrVariable(), allowInsecureHttp),
            agentKeyOrVariable(),
            httpClient,
            new TransportSettings(
                connectTimeout, maxConcurrentRequests, maxResponseBytes, List.copyOf(interceptors)),
            new CallRunner.Limits(timeout, deadline, retryPolicy, maxPendingCalls),
            retryBudget,
            UserAgent.of(userAgentSuffix),
            Map.copyOf(headers),
            List.copyOf(listeners),
            environment != null ? environment : world(threads),
            threads,
            new SpendSettings(
                spendLimits,
                spendStore != null ? spendStore : SpendStore.inMemory(),
                List.copyOf(spendListeners),
                topUpPolicy,
                priceLife,
                deadline),
            spending,
            positionCache));
  }

  private Environment world(ExecutorService threads) {
    return new Environment(
        clock,
        System::nanoTime,
        new DaemonTimer("freight-timer", threads),
        () -> ThreadLocalRandom.current().nextLong(),
        IdempotencyKeys::random);
  }

  private String baseUrlOrVariable() {
    String url = baseUrl != null ? baseUrl : System.getenv("FREIGHT_BASE_URL");
    if (url == null || url.isBlank()) {
      throw new IllegalArgumentException(
          "no base URL: call baseUrl(...) or set the environment variable FREIGHT_BASE_URL");
    }
    return url;
  }

  private Supplier<String> agentKeyOrVariable() {
    if (agentKey != null) {
      return agentKey;
    }
    String variable = System.getenv("FREIGHT_AGENT_KEY");
    if (variable == null || variable.isBlank()) {
      throw new IllegalArgumentException(
          "no agent key: call agentKey(...) or set the environment variable FREIGHT_AGENT_KEY");
    }
    String key = HeaderRules.requireAgentKey(variable);
    return () -> key;
  }
}

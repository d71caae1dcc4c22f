package io.freightsdk;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.NoGuard;
import io.freightsdk.internal.client.BaseUrlParser;
import io.freightsdk.internal.client.ClassPathCheck;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.client.Environment;
import io.freightsdk.internal.client.UserAgent;
import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.money.PriceCache;
import io.freightsdk.internal.text.DurationFormat;
import io.freightsdk.internal.text.HeaderRules;
import io.freightsdk.internal.text.Require;
import io.freightsdk.internal.transport.HttpTransport;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.github.resilience4j.retry.RetryRegistry;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The client of the Freight Load Tracking Agent API. It creates loads, reads positions, confirms
 * deliveries, and never sends a paid request twice by accident.
 *
 * <pre>{@code
 * try (FreightClient client = FreightClient.builder().agentKey(key).baseUrl(url).build()) {
 *   CreateLoadOutcome load = client.createLoad(input);
 *   LoadPosition position = client.getLoadPosition(load.loadNumber());
 * }
 * }</pre>
 *
 * <p>Create one client for the whole application, because it reuses its connections. Any number of
 * threads, including virtual threads, may use it concurrently.
 *
 * <p>An operation blocks until the service has responded or the call has failed:
 *
 * <ul>
 *   <li>A failed call throws a {@link io.freightsdk.error.FreightException}, which has the charge.
 *   <li>Invalid arguments throw {@link IllegalArgumentException} or {@link NullPointerException},
 *       and invalid options throw {@link InvalidOptionException}. Nothing is sent.
 *   <li>Interrupting the calling thread cancels the call with {@link
 *       io.freightsdk.error.FreightCancelledException}. The thread stays interrupted.
 * </ul>
 */
public interface FreightClient extends AutoCloseable {
  /** Creates a builder with every option at its default. */
  static Builder builder() {
    return new Builder();
  }

  /**
   * Creates a load. The service sends the driver link to the driver by SMS. Paid. If a load with
   * the same {@code customerRef} exists, the call returns that load, free of charge. API
   * description, operation {@code createLoad}.
   */
  default CreateLoadOutcome createLoad(CreateLoadInput input) {
    return createLoad(input, CallOptions.DEFAULT);
  }

  /** {@link #createLoad(CreateLoadInput)} with options for this call. */
  CreateLoadOutcome createLoad(CreateLoadInput input, CallOptions options);

  /**
   * Reads the status, the stops, the GPS track and the ETA of a load. Every successful read is
   * charged, so do not poll in a tight loop. {@code freight-jobs} reads a load around the time of
   * its next arrival or departure. API description, operation {@code getLoadPosition}.
   */
  default LoadPosition getLoadPosition(String loadNumber) {
    return getLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #getLoadPosition(String)} with options for this call. */
  LoadPosition getLoadPosition(String loadNumber, CallOptions options);

  /**
   * Confirms that the bill of lading (BOL) was received. The load must be waiting at its delivery
   * stop or be delivered. Free and idempotent. API description, operation {@code confirmDelivery}.
   */
  default ConfirmDeliveryResult confirmDelivery(String loadNumber, Instant bolReceivedAt) {
    return confirmDelivery(loadNumber, bolReceivedAt, CallOptions.DEFAULT);
  }

  /** {@link #confirmDelivery(String, Instant)} with options for this call. */
  ConfirmDeliveryResult confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options);

  /** Confirms that the BOL was received now, by the service's clock. */
  default ConfirmDeliveryResult confirmDelivery(String loadNumber) {
    return confirmDelivery(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #confirmDelivery(String)} with options for this call. */
  ConfirmDeliveryResult confirmDelivery(String loadNumber, CallOptions options);

  /** Reads the live price list. Free. API description, operation {@code getPricing}. */
  default Pricing getPricing() {
    return getPricing(CallOptions.DEFAULT);
  }

  /** {@link #getPricing()} with options for this call. */
  Pricing getPricing(CallOptions options);

  /** Reads the prepaid balance. Free. API description, operation {@code getBalance}. */
  default Balance getBalance() {
    return getBalance(CallOptions.DEFAULT);
  }

  /** {@link #getBalance()} with options for this call. */
  Balance getBalance(CallOptions options);

  /**
   * Always fails with {@link io.freightsdk.error.StatusReadOnlyException}, because the status
   * follows the driver's GPS and cannot be set. API description, operation {@code
   * updateLoadStatus}.
   *
   * @deprecated the service refuses every status write; read the status with {@link
   *     #getLoadPosition(String)}
   */
  @Deprecated
  default void updateLoadStatus(String loadNumber, LoadStatus status) {
    updateLoadStatus(loadNumber, status, CallOptions.DEFAULT);
  }

  /**
   * {@link #updateLoadStatus(String, LoadStatus)} with options for this call.
   *
   * @deprecated the service refuses every status write; read the status with {@link
   *     #getLoadPosition(String)}
   */
  @Deprecated
  void updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options);

  /**
   * Returns the live price in USD of one call of an operation; 0 for a free operation. For several
   * calls, multiply it.
   *
   * <p>A call that starts now uses the same price. It is at most 10 seconds old, or at most 5
   * minutes old while the price list is unavailable. If the client has no such price, it reads the
   * price list, which is free, and waits for it.
   *
   * @throws io.freightsdk.error.FreightException if the client has no such price and cannot read
   *     one
   * @throws IllegalStateException if the service's price list does not contain the operation
   */
  BigDecimal price(Operation operation);

  /**
   * Returns an identifier of the broker account that a call would use now. It is a short digest of
   * the base URL and the agent key. If the account has a {@link Builder#account(String) name}, it
   * is a digest of the base URL and the name. It reveals neither the key nor the name.
   *
   * <p>Idempotency keys, references and load numbers belong to one account: another account may use
   * the same ones for other loads.
   *
   * <p>Unless the account has a name, this method calls the {@link
   * Builder#agentKey(java.util.function.Supplier) key supplier}, and throws the supplier's
   * exceptions.
   *
   * @throws InvalidOptionException if the key cannot be sent
   */
  String accountId();

  /** The address of the service, to which the paths of the operations are appended. */
  String baseUrl();

  /**
   * The guard that decides whether a paid attempt may be sent; null for none. A {@code LedgerGuard}
   * also reports the remaining budget.
   */
  @Nullable SpendGuard spendGuard();

  /** The same operations as futures, over the same connections. */
  AsyncFreightClient async();

  /**
   * The same operations, each with HTTP status, headers, request id, attempts, charge and age of
   * the response.
   */
  FreightResponseClient withResponse();

  /** The operations of {@link FreightCatalog}; all except the service catalog move money. */
  FreightCatalog catalog();

  /**
   * Creates a client of another broker with the settings of this client. Create one client for each
   * broker and keep it.
   *
   * <p>Both clients share threads, connections and {@code maxConcurrentRequests}. The new client
   * has its own account:
   *
   * <ul>
   *   <li>Its account is the account of its agent key, even if this client's account has a {@link
   *       Builder#account name}.
   *   <li>It uses its own guard, and not the spend guard of this client.
   *   <li>It does not use this client's position cache. It shares positions only among its own
   *       callers.
   *   <li>It reads its own prices.
   * </ul>
   *
   * <p>Closing the new client ends its own calls and frees nothing that both clients share. For
   * closing both, see {@link #close()}.
   *
   * @param agentKey the other broker's agent key, with the rules of {@link
   *     Builder#agentKey(String)}
   * @param spendGuard decides whether a paid attempt of the new client may be sent, such as a guard
   *     of the other broker's ledger; null for no limit
   */
  FreightClient withAgentKey(String agentKey, @Nullable SpendGuard spendGuard);

  /**
   * Creates a client of another broker, like {@link #withAgentKey(String, SpendGuard)}, and gives
   * its account a name. Use a name if the broker changes its agent key or has several keys.
   *
   * @param account the name of the other broker's account, with the rules of {@link
   *     Builder#account(String)}
   */
  FreightClient withAgentKey(String agentKey, @Nullable SpendGuard spendGuard, String account);

  /**
   * Cancels the calls in progress, and waits at most 10 seconds until their spend guards have
   * recorded them. Each call fails with {@link io.freightsdk.error.FreightCancelledException},
   * which has its charge. Idempotent.
   *
   * <ul>
   *   <li>A client that {@link #withAgentKey} created ends only its own calls.
   *   <li>A client that {@link Builder#build()} created also closes all clients that {@link
   *       #withAgentKey} created from it, directly or through another client. It frees threads and
   *       connections.
   *   <li>Your own {@code OkHttpClient} stays open.
   *   <li>An interrupted thread also waits, and stays interrupted.
   *   <li>A call on whose thread you call this method is cancelled, but not waited for.
   * </ul>
   */
  @Override
  void close();

  /**
   * Configures and builds a {@link FreightClient}. Base URL and agent key are required, and can
   * come from environment variables. Every other option has a default. An invalid value throws
   * {@link InvalidOptionException}, and null throws {@link NullPointerException}. Not safe for
   * concurrent use.
   */
  final class Builder {
    private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");
    private static final String URL_VARIABLE = "FREIGHT_BASE_URL";
    private static final String KEY_VARIABLE = "FREIGHT_AGENT_KEY";

    private @Nullable String baseUrl;
    private @Nullable Supplier<String> agentKey;
    private @Nullable String account;
    private @Nullable OkHttpClient httpClient;
    private boolean allowInsecureHttp;
    private Duration connectTimeout = Duration.ofSeconds(10);
    private @Nullable Duration attemptTimeout;
    private Duration callTimeout = Duration.ofMinutes(2);
    private RetryPolicy retryPolicy = RetryPolicy.standard();
    private int maxConcurrentRequests = 64;
    private int maxPendingCalls = 4096;
    private @Nullable String userAgentSuffix;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final List<CallListener> listeners = new ArrayList<>();
    private @Nullable CallTracer tracer;
    private TimeSource time = TimeSource.MACHINE;
    private @Nullable Environment environment;
    private @Nullable Executor executor;
    private @Nullable PositionCache positionCache;
    private @Nullable RetryRegistry retryRegistry;
    private @Nullable BigDecimal maxPrice;
    private @Nullable SpendGuard spendGuard;
    private PaidCallCheck paidCallCheck = (operation, returnsFuture) -> {};
    private ClientCore.PriceCacheFactory prices = PriceCache::new;

    Builder() {}

    /**
     * The address of the service, such as {@code https://api.example.com}. A path before {@code
     * /v1} is kept. Plain http is refused except for loopback addresses, see {@link
     * #allowInsecureHttp()}. Default: the environment variable {@code FREIGHT_BASE_URL}.
     */
    public Builder baseUrl(String baseUrl) {
      if (Require.isBlank(Objects.requireNonNull(baseUrl, "baseUrl")))
        throw invalidBaseUrl("must not be blank");
      this.baseUrl = baseUrl;
      return this;
    }

    /**
     * The agent key of the broker. It is issued in the broker console (Integrations, Agent API).
     * Default: the environment variable {@code FREIGHT_AGENT_KEY}.
     *
     * @throws NullPointerException if the key is null, for example because a variable is not set
     * @throws InvalidOptionException if the key is blank, longer than 1,024 characters, or still a
     *     placeholder such as <code>${FREIGHT_AGENT_KEY}</code>. Also if it has a character that is
     *     not visible ASCII, or begins with a quote. The message does not show the key
     */
    public Builder agentKey(String agentKey) {
      String key = HeaderRules.requireAgentKey(agentKey);
      this.agentKey = () -> key;
      return this;
    }

    /**
     * The supplier of the agent key, so that you can rotate keys while the client runs. The client
     * calls the supplier when it makes a reservation, and sends that key with every attempt of the
     * reservation. For a free call, it calls the supplier before each attempt.
     *
     * <p>The client calls the supplier often, on its own threads and on its callers' threads. The
     * supplier must return immediately, from memory. Default: the environment variable {@code
     * FREIGHT_AGENT_KEY}.
     *
     * <p>Each key has its own {@link FreightClient#accountId() account}, unless you give the
     * account a {@link #account name}. If you rotate keys, give it a name.
     */
    public Builder agentKey(Supplier<String> agentKey) {
      this.agentKey = Objects.requireNonNull(agentKey, "agentKey");
      return this;
    }

    /**
     * The name of the broker's account, such as {@code acme}. Use it for a broker with several
     * agent keys or with changing keys. All keys of this client then belong to one account, see
     * {@link FreightClient#accountId()}. Default: none; each key is an account of its own.
     *
     * @param name a name of your choice, the same in each process; it is not sent
     * @throws InvalidOptionException if the name is blank, longer than 255 characters or still a
     *     placeholder
     */
    public Builder account(String name) {
      this.account = Require.account(name);
      return this;
    }

    /**
     * Your {@code OkHttpClient}, on which the client builds. The client uses its proxy, TLS trust,
     * certificate pinning, DNS, interceptors and event listeners, and shares its connection pool.
     * OkHttp's default pool keeps only 5 idle connections; the client's own keeps {@link
     * #maxConcurrentRequests}. The client does not change it, and {@link FreightClient#close()}
     * does not shut it down. Its dispatcher, cache, authenticator, redirects, retries and timeouts
     * are not used, because they could send a paid request twice or end it too early. Default: a
     * new {@code OkHttpClient}.
     */
    public Builder httpClient(OkHttpClient httpClient) {
      this.httpClient = Objects.requireNonNull(httpClient, "httpClient");
      return this;
    }

    /**
     * Allows plain http to other machines, which exposes the agent key. Anyone on the network path
     * can then read it. Default: plain http to loopback addresses only.
     */
    public Builder allowInsecureHttp() {
      this.allowInsecureHttp = true;
      return this;
    }

    /** The maximum time of one TCP connect. Default: 10 s. */
    public Builder connectTimeout(Duration connectTimeout) {
      this.connectTimeout = Require.positive(connectTimeout, "connectTimeout");
      return this;
    }

    /**
     * The maximum time of one attempt. It lasts from its connect to the last byte of its response.
     * To change it for one call, use {@link CallOptions.Builder#attemptTimeout}. Default: 30 s.
     */
    public Builder attemptTimeout(Duration attemptTimeout) {
      this.attemptTimeout = Require.positive(attemptTimeout, "attemptTimeout");
      return this;
    }

    /**
     * The maximum time of a call, without waits for a top-up. It includes all attempts and other
     * waits. The last attempt gets the remaining time. To change it for one call, use {@link
     * CallOptions.Builder#deadline}, which includes waits for a top-up. Default: 2 min.
     */
    public Builder callTimeout(Duration callTimeout) {
      this.callTimeout = Require.positive(callTimeout, "callTimeout");
      return this;
    }

    /**
     * The policy for retries and for waits for a top-up. Default: {@code RetryPolicy.standard()}.
     */
    public Builder retryPolicy(RetryPolicy retryPolicy) {
      this.retryPolicy = Objects.requireNonNull(retryPolicy, "retryPolicy");
      return this;
    }

    /**
     * The resilience4j registry to which the client reports its attempts. Your metrics and
     * listeners of resilience4j then see them. The client adds one retry for each value of {@link
     * RetryPolicy#maxAttempts()}, named {@code freight-4} for four attempts.
     *
     * <p>Also without a registry, a retry of resilience4j decides whether another attempt follows,
     * by its count and a predicate of the client. The {@link RetryPolicy} sets count and waits. The
     * predicate allows failures that are safe to repeat in the remaining time, and lost reads if
     * the policy does. You cannot configure the retry itself.
     *
     * <p>The registry gives you metrics and events of the retry. Metrics count calls by success and
     * failure, with and without a retry, but no call that ends without an attempt or between two
     * attempts. Events are retries with their waits, successes after a retry, and failures. An
     * exception of your listener is logged and changes nothing. Clients may share a registry. Get a
     * retry from the registry after you have built the client. Default: none.
     */
    public Builder retryRegistry(RetryRegistry retryRegistry) {
      this.retryRegistry = Objects.requireNonNull(retryRegistry, "retryRegistry");
      return this;
    }

    /** The maximum number of requests in flight; further requests wait in order. Default: 64. */
    public Builder maxConcurrentRequests(int maxConcurrentRequests) {
      this.maxConcurrentRequests = Require.positive(maxConcurrentRequests, "maxConcurrentRequests");
      return this;
    }

    /**
     * The executor for asynchronous calls, such as {@code
     * Executors.newVirtualThreadPerTaskExecutor()}. Each call of {@link FreightClient#async()} runs
     * on one of its threads until the call is complete. The executor should have a thread for each
     * of these calls. With fewer threads, waiting calls delay calls that have not started.
     *
     * <p>The deadline of a call that has not started is checked when it starts. Cancelling such a
     * call ends it immediately. Closing the client does not shut the executor down. Default: daemon
     * threads of the client, as many as needed. If the machine allows no more threads, the call
     * fails and nothing is sent.
     */
    public Builder executor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /**
     * The maximum number of calls in progress, including calls that wait. Further calls fail with
     * {@link io.freightsdk.error.ClientSaturatedException} and nothing is sent. Default: 4,096.
     */
    public Builder maxPendingCalls(int maxPendingCalls) {
      this.maxPendingCalls = Require.positive(maxPendingCalls, "maxPendingCalls");
      return this;
    }

    /**
     * The text that is appended to the {@code User-Agent} header, such as {@code my-tms/3.2}.
     * Default: none.
     */
    public Builder userAgentSuffix(String userAgentSuffix) {
      this.userAgentSuffix = HeaderRules.requireValue("userAgentSuffix", userAgentSuffix);
      return this;
    }

    /**
     * Adds a header to every request. The rules for names and values are in {@link
     * CallOptions.Builder#header}. Default: none.
     */
    public Builder header(String name, String value) {
      headers.put(
          HeaderRules.requireExtraName(name), HeaderRules.requireValue("header " + name, value));
      return this;
    }

    /**
     * Adds a listener for attempts and calls. Listeners are called in the order in which they were
     * added. Default: none.
     */
    public Builder listener(CallListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * The tracer of calls, such as {@code FreightObservations} of {@code freight-micrometer}.
     * Default: none.
     */
    public Builder tracer(CallTracer tracer) {
      this.tracer = Objects.requireNonNull(tracer, "tracer");
      return this;
    }

    /**
     * The clock for price ages and {@code maxAge}, and for a {@code Retry-After} that is a date.
     * Tests can pass a clock that they set. Timeouts and deadlines do not depend on it.
     *
     * <p>The machine may be suspended after a price was reserved. If too much time has passed on
     * this clock since then, the paid attempt is not sent. A ledger has its own clock. Default: the
     * system clock.
     */
    public Builder clock(Clock clock) {
      this.time = Objects.requireNonNull(clock, "clock")::instant;
      return this;
    }

    /**
     * The cache through which several processes share positions. Calls use it with {@link
     * CallOptions.Builder#maxAge} or {@link CallOptions.Builder#staleIfError}. Also without a
     * cache, the callers of this client share the 1,000 positions that it used last. Default: none.
     */
    public Builder positionCache(PositionCache positionCache) {
      this.positionCache = Objects.requireNonNull(positionCache, "positionCache");
      return this;
    }

    /**
     * The guard that allows or refuses paid attempts, such as a guard of a {@code SpendLedger}. The
     * module {@code freight-spend} has these guards, with limits and a ledger. You can also
     * implement your own. Closing the client does not close the guard. Default: none, and no
     * limits.
     */
    public Builder spendGuard(SpendGuard spendGuard) {
      this.spendGuard = Objects.requireNonNull(spendGuard, "spendGuard");
      return this;
    }

    /**
     * The check that refuses paid calls, such as within a database transaction. It also applies to
     * clients that {@link FreightClient#withAgentKey} creates. The Spring Boot starter sets a check
     * for Spring's transactions. Default: none; no call is refused.
     */
    public Builder paidCallCheck(PaidCallCheck check) {
      this.paidCallCheck = Objects.requireNonNull(check, "paidCallCheck");
      return this;
    }

    /**
     * The highest live price in USD at which a call is sent. To change it for one call, use {@link
     * CallOptions.Builder#maxPrice}. Default: no limit.
     */
    public Builder maxPrice(String maxPriceUsd) {
      return maxPrice(Require.usd(maxPriceUsd, "maxPrice"));
    }

    /** The same option as a {@code BigDecimal}. Default: no limit. */
    public Builder maxPrice(BigDecimal maxPriceUsd) {
      this.maxPrice = Require.notNegative(maxPriceUsd, "maxPrice");
      return this;
    }

    /** Replaces the prices in tests. */
    Builder prices(ClientCore.PriceCacheFactory prices) {
      this.prices = prices;
      return this;
    }

    /** Replaces clocks, threads, the network and random numbers in tests. */
    Builder environment(Environment environment) {
      this.environment = environment;
      return this;
    }

    /**
     * Builds the client. Nothing is sent.
     *
     * @throws InvalidOptionException if the base URL or the agent key is missing, invalid or still
     *     a placeholder such as <code>${HOST}</code>. Also if other code has added a retry with the
     *     client's name to the {@link #retryRegistry}
     * @throws IllegalStateException if a library on the class path is too old; the message has the
     *     line to add to your build
     */
    public FreightClient build() {
      ClassPathCheck.run();
      HttpUrl url = baseUrlOrDefault();
      Supplier<String> key = agentKeyOrDefault();
      Environment clientEnvironment = environment != null ? environment : defaultEnvironment();
      ExecutorService testThreads = clientEnvironment.threads();
      ExecutorService threads =
          testThreads != null ? testThreads : DaemonThreads.pool("freight-client");
      SpendGuard guard = spendGuard != null ? spendGuard : new NoGuard();
      return ClientCore.client(
          new ClientCore.Settings(
              url,
              httpClient,
              connectTimeout,
              maxConcurrentRequests,
              new CallRunner.CallSettings(
                  attemptTimeoutOrDefault(), callTimeout, retryPolicy, maxPendingCalls, maxPrice),
              retryRegistry,
              UserAgent.of(userAgentSuffix),
              Map.copyOf(headers),
              List.copyOf(listeners),
              tracer,
              clientEnvironment,
              threads,
              executor != null ? executor : threads,
              prices,
              paidCallCheck),
          new ClientCore.Account(key, account, guard, positionCache));
    }

    private Duration attemptTimeoutOrDefault() {
      if (attemptTimeout == null) return Duration.ofSeconds(30);
      if (attemptTimeout.compareTo(callTimeout) > 0) {
        LOG.log(
            System.Logger.Level.WARNING,
            "attemptTimeout "
                + DurationFormat.format(attemptTimeout)
                + " has no effect: callTimeout "
                + DurationFormat.format(callTimeout)
                + " ends each attempt earlier; lower the one or raise the other");
      }
      return attemptTimeout;
    }

    private Environment defaultEnvironment() {
      return new Environment(
          time,
          null,
          () -> ThreadLocalRandom.current().nextLong(),
          () -> UUID.randomUUID().toString(),
          HttpTransport::new);
    }

    private HttpUrl baseUrlOrDefault() {
      if (baseUrl != null) return BaseUrlParser.parse(baseUrl, "baseUrl", allowInsecureHttp);
      String url = environmentVariable(URL_VARIABLE);
      if (url == null) throw invalidBaseUrl("is not set");
      return BaseUrlParser.parse(url, URL_VARIABLE, allowInsecureHttp);
    }

    private static InvalidOptionException invalidBaseUrl(String problem) {
      return new InvalidOptionException(
          "baseUrl",
          problem,
          "set an address such as https://api.example.com, or only the environment variable "
              + URL_VARIABLE);
    }

    private Supplier<String> agentKeyOrDefault() {
      if (agentKey != null) return agentKey;
      String key = environmentVariable(KEY_VARIABLE);
      if (key == null) {
        throw new InvalidOptionException(
            "agentKey",
            "is not set",
            "set it to the broker's agent key, or set the environment variable " + KEY_VARIABLE);
      }
      HeaderRules.requireAgentKey(key, KEY_VARIABLE);
      return () -> key;
    }

    private static @Nullable String environmentVariable(String name) {
      String value = System.getenv(name);
      return value == null || Require.isBlank(value) ? null : value;
    }
  }
}

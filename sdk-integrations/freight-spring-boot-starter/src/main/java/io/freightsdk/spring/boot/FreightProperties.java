package io.freightsdk.spring.boot;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties {@code freight.*}. What is null keeps the client's own default.
 *
 * @param enabled Whether there is a client bean at all.
 * @param baseUrl Where the service is, such as https://api.example.com. Default: the environment
 *     variable FREIGHT_BASE_URL.
 * @param agentKey Agent key of the broker. Default: the environment variable FREIGHT_AGENT_KEY. A
 *     FreightAgentKeySupplier bean goes before it.
 * @param allowInsecureHttp Whether plain http to another machine is accepted, where anyone on the
 *     way can read the agent key.
 * @param connectTimeout How long one TCP connect may take. Default 10 s.
 * @param timeout How long one attempt may take. Default 30 s.
 * @param deadline How long a call may take with all its attempts and waits. Default 2 min.
 * @param maxConcurrentRequests How many requests are on the wire at once; more wait. Default 64.
 * @param maxPendingCalls How many calls are in flight at once; more fail. Default 4096.
 * @param maxResponseSize The longest answer that is read. Default 8MB.
 * @param userAgentSuffix What is appended to the user agent, such as my-tms/3.2.
 * @param headers Headers added to every request.
 * @param priceLife How long a price that was read is good. Default 5 min.
 * @param retry Retries.
 * @param spend Spend limits and the books.
 * @param topUp What happens when the balance does not cover a call.
 * @param health The health indicator.
 * @param tools Tools for AI agents.
 * @param problemDetails Problem details (RFC 9457) for the client's exceptions.
 */
@ConfigurationProperties("freight")
public record FreightProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String baseUrl,
    @Nullable String agentKey,
    @DefaultValue("false") boolean allowInsecureHttp,
    @Nullable Duration connectTimeout,
    @Nullable Duration timeout,
    @Nullable Duration deadline,
    @Nullable Integer maxConcurrentRequests,
    @Nullable Integer maxPendingCalls,
    @Nullable DataSize maxResponseSize,
    @Nullable String userAgentSuffix,
    @DefaultValue Map<String, String> headers,
    @Nullable Duration priceLife,
    @DefaultValue Retry retry,
    @DefaultValue Spend spend,
    @DefaultValue TopUp topUp,
    @DefaultValue Health health,
    @DefaultValue Tools tools,
    @DefaultValue ProblemDetails problemDetails) {

  /** Without the key. */
  @Override
  public String toString() {
    return "FreightProperties[baseUrl=" + baseUrl + "]";
  }

  /**
   * How calls are retried.
   *
   * @param maxAttempts Attempts of a call, the first included. Default 4; 1 for no retry.
   * @param budget Retries that all calls have in store together. Default 100.
   * @param unknownReads Whether a paid read is repeated that may have been charged.
   */
  public record Retry(
      @Nullable Integer maxAttempts,
      @Nullable Integer budget,
      @DefaultValue("false") boolean unknownReads) {}

  /**
   * What the application may spend.
   *
   * @param limits Caps; a SpendLimits bean goes before them.
   * @param jdbc Books in the application's database.
   */
  public record Spend(@DefaultValue Limits limits, @DefaultValue Jdbc jdbc) {}

  /**
   * Caps in USD; without any there is no limit.
   *
   * @param perCall No single call may cost more.
   * @param perMinute No stretch of 60 seconds may cost more.
   * @param perHour No stretch of 60 minutes may cost more.
   * @param perDay No stretch of 24 hours may cost more; with a time zone, no calendar day.
   * @param dayZone Time zone of the calendar days of per-day, such as America/Chicago.
   * @param total Everything ever spent may not cost more.
   */
  public record Limits(
      @Nullable BigDecimal perCall,
      @Nullable BigDecimal perMinute,
      @Nullable BigDecimal perHour,
      @Nullable BigDecimal perDay,
      @Nullable ZoneId dayZone,
      @Nullable BigDecimal total) {}

  /**
   * Books in a database, shared by every process that opens the same book.
   *
   * @param schema How the tables come to be; none keeps the books in memory.
   * @param book Name of the book, one per broker account.
   */
  public record Jdbc(
      @DefaultValue("none") SchemaMode schema, @DefaultValue("freight") String book) {}

  /** How the tables of the books come to be. */
  public enum SchemaMode {
    /** The books are kept in memory and lost with the process. */
    NONE,
    /** The tables are created and migrated where that is missing. */
    CREATE,
    /** The tables have to be there and are brought to this release's version. */
    MIGRATE,
    /** The tables are only looked at; a migration tool makes them. */
    VALIDATE
  }

  /**
   * What happens when the service answers that the balance does not cover a call.
   *
   * @param policy Fail at once, or wait for a top-up; a TopUpPolicy bean goes before it.
   * @param maxWait How long a call waits for a top-up.
   */
  public record TopUp(
      @DefaultValue("fail-fast") Policy policy, @DefaultValue("5m") Duration maxWait) {}

  /** What a call does without money. */
  public enum Policy {
    /** It fails at once. */
    FAIL_FAST,
    /** It waits until the balance covers it. */
    AWAIT
  }

  /**
   * The health indicator, which reads the free balance.
   *
   * @param cache How long an answer of the service stands before it is asked again.
   * @param minimumBalance Balance in USD below which the application is not healthy. Default: none.
   */
  public record Health(@DefaultValue("1m") Duration cache, @Nullable BigDecimal minimumBalance) {}

  /**
   * Tools for AI agents, made when enabled.
   *
   * @param enabled Whether there are AgentTool beans.
   * @param limits What all agents together may spend, in addition to the limits of the client.
   * @param unlimited Lets agents spend what the client's limits and the balance allow.
   * @param scope Name of their spending in the ledger.
   */
  public record Tools(
      @DefaultValue("false") boolean enabled,
      @DefaultValue Limits limits,
      @DefaultValue("false") boolean unlimited,
      @DefaultValue("agent") String scope) {}

  /**
   * Problem details.
   *
   * @param enabled Whether exceptions of the client that a controller lets pass become problem
   *     details.
   */
  public record ProblemDetails(@DefaultValue("false") boolean enabled) {}
}

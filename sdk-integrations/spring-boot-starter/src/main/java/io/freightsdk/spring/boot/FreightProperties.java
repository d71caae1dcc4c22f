package io.freightsdk.spring.boot;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code freight.*}. A property that is not set keeps the client's default.
 *
 * @param enabled Whether to create a FreightClient bean.
 * @param baseUrl Address of the service, such as https://api.example.com. Default: the environment
 *     variable FREIGHT_BASE_URL.
 * @param agentKey Agent key of the broker. Default: the environment variable FREIGHT_AGENT_KEY. A
 *     FreightAgentKeySupplier bean takes precedence.
 * @param allowInsecureHttp Whether plain http to other machines is allowed, where anyone on the
 *     network path can read the agent key.
 * @param connectTimeout How long one TCP connect may take. Default 10 s.
 * @param timeout How long one attempt may take. Default 30 s.
 * @param deadline How long a call may take with all its attempts and waits, except waits for a
 *     top-up. Default 2 min.
 * @param maxConcurrentRequests How many requests may be in flight at once; further requests wait.
 *     Default 64.
 * @param maxPendingCalls How many calls may be in progress at once; further calls fail. Default
 *     4096.
 * @param userAgentSuffix Text that is appended to the User-Agent header, such as my-tms/3.2.
 * @param headers Headers added to every request.
 * @param retry How calls are retried.
 * @param spend Spend limits and the ledger.
 * @param positions Positions that all instances share.
 * @param jobs Orders that become loads, and loads that are followed, in the application's database.
 * @param awaitTopUp How long a call waits for a top-up when the balance does not cover it. Default:
 *     it fails at once. A RetryPolicy bean takes precedence.
 * @param health The health indicator.
 * @param tools Tools for AI agents.
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
    @Nullable String userAgentSuffix,
    @DefaultValue Map<String, String> headers,
    @DefaultValue Retry retry,
    @DefaultValue Spend spend,
    @DefaultValue Positions positions,
    @DefaultValue Jobs jobs,
    @Nullable Duration awaitTopUp,
    @DefaultValue Health health,
    @DefaultValue Tools tools) {

  /** Without the key. */
  @Override
  public String toString() {
    return "FreightProperties[baseUrl=" + baseUrl + "]";
  }

  /**
   * How calls are retried.
   *
   * @param maxAttempts The most attempts of one call, including the first. Default 4; 1 switches
   *     retries off.
   * @param unknownReads Whether a paid read is sent again when its answer was lost, although it may
   *     have been charged.
   */
  public record Retry(@Nullable Integer maxAttempts, @DefaultValue("false") boolean unknownReads) {}

  /**
   * What the application may spend.
   *
   * @param limits Spend limits; a SpendLimits bean takes precedence, but for the limit per call.
   * @param jdbc Ledger in the application's database.
   * @param customer Spend limits of each customer's scope, which the bean FreightScopes makes.
   * @param customers Spend limits of single customers by their ids, instead of those of each.
   */
  public record Spend(
      @DefaultValue Limits limits,
      @DefaultValue Jdbc jdbc,
      @DefaultValue Limits customer,
      @DefaultValue Map<String, Limits> customers) {}

  /**
   * Positions in the application's database, so that all instances share what one has paid for.
   *
   * @param enabled Whether positions are kept there, in a table of their own.
   */
  public record Positions(@DefaultValue("false") boolean enabled) {}

  /**
   * Orders that become loads, and loads that are followed, in the application's database, if {@code
   * freight-jobs} is there.
   *
   * @param enabled Whether to create a FreightJobs bean, and to run it with the application.
   * @param budgetPerDay How many USD the reads of all instances may cost in a day, which spreads
   *     them. Default: none, and each load is read as often as its next arrival or departure needs.
   */
  public record Jobs(@DefaultValue("true") boolean enabled, @Nullable BigDecimal budgetPerDay) {}

  /**
   * Spend limits in USD; without any there is no limit.
   *
   * @param perCall The most that a single call may cost, unless it states its own; of clients only.
   * @param perHour The most that may be spent in any 60 minutes.
   * @param perDay The most that may be spent in any 24 hours; with day-zone, on a calendar day.
   * @param dayZone Time zone of the calendar days of per-day, such as America/Chicago.
   * @param total The most that may ever be spent.
   */
  public record Limits(
      @Nullable BigDecimal perCall,
      @Nullable BigDecimal perHour,
      @Nullable BigDecimal perDay,
      @Nullable ZoneId dayZone,
      @Nullable BigDecimal total) {}

  /**
   * A ledger in a database, shared by every process that opens it by the same name.
   *
   * @param enabled Whether the ledger is kept there; otherwise it is in memory.
   * @param createTables Whether tables that are missing on a server are made at the start, those of
   *     positions and jobs too. H2 and SQLite always have them made.
   * @param book Name of the ledger and of the jobs, one per broker account.
   */
  public record Jdbc(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("false") boolean createTables,
      @DefaultValue("freight") String book) {}

  /**
   * The health indicator, which reads the balance; that is free.
   *
   * @param cache How long an answer of the service is used before the balance is read again.
   * @param minimumBalance Balance in USD below which the health is DOWN. Default: none.
   */
  public record Health(@DefaultValue("1m") Duration cache, @Nullable BigDecimal minimumBalance) {}

  /**
   * Tools for AI agents.
   *
   * @param enabled Whether to create the bean freightTools, a list of AgentTool.
   * @param limits What all agents may spend together, in addition to the limits of the client.
   * @param scope Name of their spend scope in the ledger.
   */
  public record Tools(
      @DefaultValue("false") boolean enabled,
      @DefaultValue Limits limits,
      @DefaultValue("agent") String scope) {}
}

package io.freightsdk.spring.boot;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLimit;
import java.io.File;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * The properties {@code freight.*}. A property that is not set keeps the client's default. An
 * unknown name that begins with {@code freight.limit} or {@code freight.tools} fails the start. The
 * starter ignores other unknown names, so your application may use them. For options without a
 * property, use a {@link FreightClientCustomizer}.
 *
 * @param baseUrl Address of the service, such as https://api.example.com. Default: the environment
 *     variable FREIGHT_BASE_URL.
 * @param agentKey Agent key of the broker. Default: the environment variable FREIGHT_AGENT_KEY.
 * @param account Name of the broker's account, such as acme, for a broker who rotates agent keys or
 *     has several. Default: none, each agent key is an account.
 * @param attemptTimeout Maximum time of one attempt. Default: 30 s.
 * @param callTimeout Maximum time of a call, without its wait for a top-up. Default: 2 min.
 * @param maxPrice Maximum price in USD of a call that sets none itself.
 * @param maxTopUpWait Maximum time for which a call waits for a top-up. Default: none, the call
 *     fails immediately.
 * @param retry The retries of calls.
 * @param jdbc The tables in the application's database.
 * @param ledger The ledger, which records the cost of paid calls.
 * @param limits The maximum spending, in USD.
 * @param jobs The jobs that create loads for stored orders and follow the loads.
 * @param tools Tools for AI agents.
 * @param health The health of the balance.
 */
@ConfigurationProperties("freight")
public record FreightProperties(
    @Nullable String baseUrl,
    @Nullable String agentKey,
    @Nullable String account,
    @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration attemptTimeout,
    @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration callTimeout,
    @Nullable BigDecimal maxPrice,
    @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration maxTopUpWait,
    @DefaultValue Retry retry,
    @DefaultValue Jdbc jdbc,
    @DefaultValue Ledger ledger,
    @DefaultValue Limits limits,
    @DefaultValue Jobs jobs,
    @DefaultValue Tools tools,
    @DefaultValue Health health) {

  public FreightProperties {
    if (maxPrice != null) maxPrice = withCents(maxPrice);
  }

  /** Returns the base URL, without the key. */
  @Override
  public String toString() {
    return "FreightProperties[baseUrl=" + baseUrl + "]";
  }

  /**
   * The retries of calls.
   *
   * @param maxAttempts Maximum number of attempts of a call; 1 switches retries off. Default: 4.
   */
  public record Retry(@Nullable Integer maxAttempts) {}

  /**
   * The tables in the application's database.
   *
   * @param initializeSchema When the start creates missing tables of ledger and jobs: always,
   *     embedded (in H2 and SQLite) or never.
   */
  public record Jdbc(@DefaultValue("embedded") InitializeSchema initializeSchema) {
    boolean alwaysCreatesTables() {
      return initializeSchema == InitializeSchema.ALWAYS;
    }

    boolean neverCreatesTables() {
      return initializeSchema == InitializeSchema.NEVER;
    }

    /**
     * The databases in which the start creates missing tables of ledger and jobs: all, only H2 and
     * SQLite, or none.
     */
    public enum InitializeSchema {
      /** Every database. */
      ALWAYS,
      /** Only in H2 and SQLite. */
      EMBEDDED,
      /** None: without its tables, the start fails. */
      NEVER
    }
  }

  /**
   * The ledger, which records the cost of paid calls.
   *
   * @param store Storage of the ledger: memory (of each instance), file (of one machine) or jdbc
   *     (the application's DataSource).
   * @param name Name of the ledger in the database.
   * @param file Path of the ledger's file, if the store is file.
   */
  public record Ledger(
      @DefaultValue("memory") Store store,
      @DefaultValue("freight") String name,
      @Nullable File file) {

    public Ledger {
      if (store == Store.FILE && file == null) {
        throw new InvalidOptionException(
            "file",
            "is not set, although freight.ledger.store is file",
            "name one, such as freight.ledger.file=/var/lib/orders/freight.db");
      }
      if (store != Store.FILE && file != null) {
        throw new InvalidOptionException(
            "file",
            "is set, but the ledger is not in a file",
            "set freight.ledger.store=file as well, or remove it");
      }
    }

    /** The storage of a ledger: memory, a file, or the application's {@code DataSource}. */
    public enum Store {
      /** In memory: lost with the process, and separate for each instance. */
      MEMORY,
      /** A file of SQLite, for the programs of one machine. */
      FILE,
      /** The application's {@code DataSource}, for all instances together. */
      JDBC
    }
  }

  /**
   * The maximum spending of the client, and of each customer's orders and reads of their page.
   * Without these properties, there is no limit. An unknown name fails the start.
   *
   * @param perHour Limit in USD of any 60 minutes.
   * @param perDay Limit in USD of any 24 hours; with a zone, of a calendar day.
   * @param perMonth Limit in USD of a calendar month; needs a zone.
   * @param total Limit in USD in total.
   * @param createLoadPerDay Part of per-day in USD for creating loads; reads keep the rest.
   * @param alertThreshold Used share of a limit at which log, health and LimitListener beans report
   *     it; above 0, at most 1.
   * @param zone Time zone of days and months, such as America/Chicago, for all limits without their
   *     own. Default: none, a day is any 24 hours.
   * @param perCustomer Limits of each customer's orders.
   * @param customers Limits of one customer's orders, by customer id, instead of per-customer.
   * @param perCustomerPage Limits of the reads of each customer's page, separate from the limits of
   *     the orders.
   */
  public record Limits(
      @Nullable BigDecimal perHour,
      @Nullable BigDecimal perDay,
      @Nullable BigDecimal perMonth,
      @Nullable BigDecimal total,
      @Nullable BigDecimal createLoadPerDay,
      @DefaultValue("0.8") double alertThreshold,
      @Nullable ZoneId zone,
      @DefaultValue PerCustomer perCustomer,
      @DefaultValue Map<String, PerCustomer> customers,
      @DefaultValue PerCustomer perCustomerPage) {

    public Limits {
      requireNotNegative("per-hour", perHour);
      requireNotNegative("per-day", perDay);
      requireNotNegative("per-month", perMonth);
      requireNotNegative("total", total);
      requireNotNegative("create-load-per-day", createLoadPerDay);
      if (zone == null) {
        if (perMonth != null) throw monthWithoutZone("per-month");
        perCustomer.requireZoneOfMonth("per-customer");
        perCustomerPage.requireZoneOfMonth("per-customer-page");
        customers.forEach((id, own) -> own.requireZoneOfMonth("customers." + id));
      }
    }

    /**
     * The limits of orders and pages, of all customers and of named ones, by the name of their
     * group of properties; only groups with a limit.
     */
    Map<String, PerCustomer> customerLimitsByProperty() {
      Map<String, PerCustomer> all = new TreeMap<>();
      customers.forEach((id, own) -> all.put("freight.limits.customers." + id, own));
      all.put("freight.limits.per-customer", perCustomer);
      all.put("freight.limits.per-customer-page", perCustomerPage);
      all.values().removeIf(group -> group.limits(zone).isEmpty());
      return all;
    }

    /** The limits of all calls of the client together. */
    List<SpendLimit> clientLimits() {
      List<SpendLimit> limits =
          new ArrayList<>(spendLimits(perHour, perDay, perMonth, total, zone));
      for (SpendLimit ofDay : spendLimits(null, createLoadPerDay, null, null, zone)) {
        limits.add(ofDay.onlyFor(Operation.CREATE_LOAD));
      }
      return limits;
    }

    /** Whether a limit should continue after a restart, and include other instances. */
    boolean hasLimitLongerThanHour() {
      return isAnySet(perDay, perMonth, total, createLoadPerDay)
          || customerLimitsByProperty().values().stream()
              .anyMatch(one -> isAnySet(one.perDay(), one.perMonth(), one.total()));
    }

    private static boolean isAnySet(@Nullable Object... caps) {
      return Stream.of(caps).anyMatch(Objects::nonNull);
    }
  }

  /**
   * The maximum spending for one customer.
   *
   * @param perHour Limit in USD of any 60 minutes.
   * @param perDay Limit in USD of any 24 hours; with a zone, of a calendar day.
   * @param perMonth Limit in USD of a calendar month; needs a zone.
   * @param total Limit in USD in total.
   * @param zone Time zone of these days and months. Default: freight.limits.zone.
   */
  public record PerCustomer(
      @Nullable BigDecimal perHour,
      @Nullable BigDecimal perDay,
      @Nullable BigDecimal perMonth,
      @Nullable BigDecimal total,
      @Nullable ZoneId zone) {

    public PerCustomer {
      requireNotNegative("per-hour", perHour);
      requireNotNegative("per-day", perDay);
      requireNotNegative("per-month", perMonth);
      requireNotNegative("total", total);
      if (zone != null && perDay == null && perMonth == null) {
        throw new InvalidOptionException(
            "zone",
            "has no effect without per-day or per-month",
            "set one of them as well, or remove it");
      }
    }

    private void requireZoneOfMonth(String group) {
      if (perMonth != null && zone == null) throw monthWithoutZone(group + ".per-month");
    }

    /** The limits, with calendar days and months in their own zone, or else in the given zone. */
    List<SpendLimit> limits(@Nullable ZoneId defaultZone) {
      return spendLimits(perHour, perDay, perMonth, total, zone != null ? zone : defaultZone);
    }
  }

  /**
   * The jobs that create loads for stored orders and follow the loads, in the application's
   * database. They need the dependency {@code freight-jobs}.
   *
   * @param enabled Whether to create a FreightJobs bean, if there are freight-jobs and a
   *     DataSource.
   * @param name Name of the jobs in the database; jobs of two accounts need two names.
   * @param autoStartup Whether this instance sends orders and follows loads; otherwise it only
   *     books and finds orders.
   * @param retention Time after their last change when ended, withdrawn and stopped orders and
   *     loads are deleted.
   * @param readBudgetPerDay Budget in USD per day for the reads of followed loads; it spreads the
   *     reads and is not a limit. Default: none, each load is read when it is due.
   * @param pollInterval Interval at which an instance looks for due orders and loads.
   */
  public record Jobs(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("freight") String name,
      @DefaultValue("true") boolean autoStartup,
      @DefaultValue("90d") Duration retention,
      @Nullable BigDecimal readBudgetPerDay,
      @DurationUnit(ChronoUnit.SECONDS) @DefaultValue("2s") Duration pollInterval) {
    public Jobs {
      if (retention.compareTo(Duration.ofDays(1)) < 0) {
        throw new InvalidOptionException(
            "retention",
            "must be at least a day, got " + retention,
            "write a longer time, such as 90d");
      }
    }
  }

  /**
   * The tools for AI agents. They need the dependency {@code freight-agent}. An unknown name fails
   * the start.
   *
   * @param limitPerDay Limit in USD per day of all agents, in addition to freight.limits; creates
   *     the bean freightTools. Default: none, there are no tools.
   * @param approvalAbove Price in USD above which an Approver bean must approve a call.
   * @param exposeOverMcp Whether Spring AI's MCP server offers the tools to all its clients, too.
   */
  public record Tools(
      @Nullable BigDecimal limitPerDay,
      @Nullable BigDecimal approvalAbove,
      @DefaultValue("false") boolean exposeOverMcp) {
    private static final String SET_LIMIT = "set freight.tools.limit-per-day as well, or remove it";

    public Tools {
      requireNotNegative("limit-per-day", limitPerDay);
      requireNotNegative("approval-above", approvalAbove);
      if (approvalAbove != null && limitPerDay == null) {
        throw new InvalidOptionException(
            "approval-above", "is set, but there are no tools without a limit", SET_LIMIT);
      }
      if (exposeOverMcp && limitPerDay == null) {
        throw new InvalidOptionException(
            "expose-over-mcp", "is true, but there are no tools without a limit", SET_LIMIT);
      }
    }

    /** The limit per calendar day in the zone, or per 24 hours without one; empty if not set. */
    List<SpendLimit> limits(@Nullable ZoneId zone) {
      return spendLimits(null, limitPerDay, null, null, zone);
    }
  }

  /**
   * The health of the balance. It is read at most every 15 seconds, free of charge.
   *
   * @param minimumBalance Balance in USD below which the health is DOWN.
   */
  public record Health(@Nullable BigDecimal minimumBalance) {
    public Health {
      requireNotNegative("minimum-balance", minimumBalance);
    }
  }

  private static void requireNotNegative(String name, @Nullable BigDecimal usd) {
    if (usd != null) Require.notNegative(usd, name);
  }

  private static InvalidOptionException monthWithoutZone(String name) {
    return new InvalidOptionException(
        name,
        "is a calendar month, which needs a time zone",
        "set freight.limits.zone as well, such as freight.limits.zone=America/Chicago");
  }

  private static List<SpendLimit> spendLimits(
      @Nullable BigDecimal perHour,
      @Nullable BigDecimal perDay,
      @Nullable BigDecimal perMonth,
      @Nullable BigDecimal total,
      @Nullable ZoneId zone) {
    List<SpendLimit> limits = new ArrayList<>();
    if (perHour != null) limits.add(SpendLimit.perHour(withCents(perHour)));
    if (perDay != null && zone == null) limits.add(SpendLimit.perDay(withCents(perDay)));
    if (perDay != null && zone != null) limits.add(SpendLimit.perDay(withCents(perDay), zone));
    if (perMonth != null) {
      limits.add(SpendLimit.perMonth(withCents(perMonth), Objects.requireNonNull(zone)));
    }
    if (total != null) limits.add(SpendLimit.total(withCents(total)));
    return List.copyOf(limits);
  }

  /** With two decimals at least: YAML reads 5.00 as the number 5.0. */
  static BigDecimal withCents(BigDecimal usd) {
    return usd.scale() < 2 ? usd.setScale(2) : usd;
  }
}

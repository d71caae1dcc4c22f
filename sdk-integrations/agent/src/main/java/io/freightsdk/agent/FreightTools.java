package io.freightsdk.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.agent.ToolFactory;
import io.freightsdk.internal.agent.ToolSettings;
import io.freightsdk.internal.client.ClientSettings;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The freight tools of an AI agent: {@code create_load}, {@code get_load_position}, {@code
 * confirm_delivery}, {@code get_pricing} and {@code get_balance}, and on request {@code list_loads}
 * and {@code spending}.
 *
 * <pre>{@code
 * FreightClient client =
 *     FreightClient.builder().spendGuard(SpendLedger.inMemory().guard()).build();
 * List<AgentTool> tools = FreightTools.builder(client)
 *     .limits(SpendLimits.perDay("20.00"))
 *     .build();
 * }</pre>
 *
 * <p>Whatever a model does with them, it cannot spend more than the limits allow at the prices that
 * were read, cannot continue when the balance is used up, and cannot pay twice for the same order:
 * the same reference however it is written, or the same driver between the same ZIP codes within a
 * day. Only a person, or the application's {@link ReferenceCheck}, can say that it is another one,
 * unless you choose {@link Builder#lookAlikesWithoutApproval}. What the tools remember is in the
 * client's ledger, and lives as long: build tools as often as you like. Have one client for the
 * whole application, which shares readings too. No tool sets a status, because the service does not
 * allow it (API description, section 3).
 */
public final class FreightTools {
  private FreightTools() {}

  /** Starts to build the tools of a client. The caller closes the client. */
  public static Builder builder(FreightClient client) {
    return new Builder(client);
  }

  /**
   * Calls the tool that a model has named. One that does not exist is answered too, so this is all
   * that an adapter of a framework needs. Throws no exception.
   *
   * @param argumentsJson the arguments as the model wrote them; null or blank counts as no
   *     arguments
   * @param call who calls; null if unknown
   */
  public static ToolResult call(
      List<AgentTool> tools, String name, @Nullable String argumentsJson, @Nullable ToolCall call) {
    Objects.requireNonNull(name, "name");
    for (AgentTool tool : Objects.requireNonNull(tools, "tools")) {
      if (tool.name().equals(name)) return tool.invoke(argumentsJson, call);
    }
    return unknownTool(name, tools);
  }

  /**
   * The result for a model that calls a tool which does not exist, for frameworks that would throw
   * an exception.
   */
  public static ToolResult unknownTool(String name, List<AgentTool> known) {
    return ToolFactory.unknownTool(
        Objects.requireNonNull(name, "name"), Objects.requireNonNull(known, "known"));
  }

  /**
   * What a model should know about all tools: what {@code retry} means, and that texts in results
   * are not instructions. For the system prompt of an agent; MCP hosts get it as {@code
   * instructions}.
   */
  public static String instructions() {
    return ToolFactory.instructions();
  }

  /** Configures and builds the tools. Not safe for concurrent use. */
  public static final class Builder {
    private final FreightClient client;
    private @Nullable SpendLimits limits;
    private boolean unlimited;
    private SpendLimits limitsPerScope = SpendLimits.none();
    private String scopeName = "agent";
    private final Set<String> chosen = new LinkedHashSet<>(ToolFactory.DEFAULT);
    private @Nullable ReferenceCheck referenceCheck;
    private boolean lookAlikesWithoutApproval;
    private @Nullable BigDecimal approvalAboveUsd;
    private @Nullable Approver approver;
    private Duration readInterval = Duration.ofSeconds(60);
    private boolean readOnly;
    private boolean paidReadsAreReadOnly;
    private boolean driverLinks;
    private Duration pricesWithin = Duration.ofSeconds(5);
    private @Nullable ToolListener listener;
    private Clock clock = Clock.systemUTC();

    private Builder(FreightClient client) {
      this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * What all callers of these tools may spend together, in addition to the limits of the client.
     * The client needs a spend ledger, which keeps them: a guard of {@code SpendLedger}. What one
     * call may cost is {@code maxPrice} of the client.
     *
     * @throws IllegalArgumentException if the limits have no cap; call {@link #unlimited()} for
     *     that
     */
    public Builder limits(SpendLimits limits) {
      if (!isSet(limits)) {
        throw new IllegalArgumentException(
            "limits: expected at least one cap, such as perDay(\"20.00\"); call unlimited() to have"
                + " none");
      }
      this.limits = limits;
      return this;
    }

    /** Lets the tools spend as much as the client's limits and the balance allow. */
    public Builder unlimited() {
      this.unlimited = true;
      return this;
    }

    /**
     * What each {@link ToolCall#scope()} may spend, in addition to the limits of all callers; calls
     * without one share the scope {@code unnamed}. The client needs a spend ledger. Default: no
     * such limits.
     */
    public Builder limitsPerScope(SpendLimits limits) {
      this.limitsPerScope = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Name of the {@link SpendScope} of these tools in the client's ledger. Tools with the same
     * name share their limits. Default {@code agent}.
     */
    public Builder scopeName(String name) {
      this.scopeName = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * Is asked before every paid call, or before those above {@link #approvalAbove}. A {@link
     * ToolCall} may have its own approver.
     */
    public Builder approver(Approver approver) {
      this.approver = Objects.requireNonNull(approver, "approver");
      return this;
    }

    /**
     * The price in USD up to which calls need no approval. Without an approver, calls above it are
     * refused. Default: 0 with an approver, no approvals without one.
     */
    public Builder approvalAbove(String usd) {
      return approvalAbove(new BigDecimal(Objects.requireNonNull(usd, "usd")));
    }

    /** See {@link #approvalAbove(String)}. */
    public Builder approvalAbove(BigDecimal usd) {
      if (Objects.requireNonNull(usd, "usd").signum() < 0) {
        throw new IllegalArgumentException(
            "approvalAbove: expected 0 USD or more, got " + usd.toPlainString() + " USD");
      }
      this.approvalAboveUsd = usd;
      return this;
    }

    /**
     * Offers only these tools. Default: the first five of {@link FreightTools}.
     *
     * @throws IllegalArgumentException if there is no such tool
     */
    public Builder only(String... tools) {
      List<String> known = known(tools);
      if (readOnly) known = known.stream().filter(ToolFactory.READING::contains).toList();
      chosen.clear();
      chosen.addAll(known);
      return this;
    }

    /**
     * Offers {@code list_loads} and {@code spending} too. Both need a client with a spend ledger.
     */
    public Builder all() {
      return only(ToolFactory.NAMES.toArray(String[]::new));
    }

    /**
     * Offers only tools that change no load, such as {@code get_load_position}, which still costs
     * money.
     */
    public Builder readOnly() {
      readOnly = true;
      chosen.retainAll(ToolFactory.READING);
      return this;
    }

    /**
     * Compares references with the application's orders before a load is paid for. Default: no
     * check.
     */
    public Builder referenceCheck(ReferenceCheck check) {
      this.referenceCheck = Objects.requireNonNull(check, "check");
      return this;
    }

    /**
     * Takes the model's word, in {@code differsFrom}, that an order which looks like another one is
     * another order: for lanes that one driver runs several times a day, where nobody can be asked.
     * Only the limits then bound what a model that errs pays twice; a look-alike without {@code
     * differsFrom} is refused as before. Default: a person or the {@link ReferenceCheck} has to say
     * it.
     */
    public Builder lookAlikesWithoutApproval() {
      this.lookAlikesWithoutApproval = true;
      return this;
    }

    private static List<String> known(String... tools) {
      for (String tool : Objects.requireNonNull(tools, "tools")) {
        if (!ToolFactory.NAMES.contains(tool)) {
          throw new IllegalArgumentException(
              "tools: there is no \""
                  + tool
                  + "\"; there are "
                  + String.join(", ", ToolFactory.NAMES));
        }
      }
      return List.of(tools);
    }

    /**
     * How long a position is returned again for free instead of a new paid read. Default 60
     * seconds, the time between two fixes of a driver.
     */
    public Builder readInterval(Duration interval) {
      this.readInterval = positive("readInterval", interval);
      return this;
    }

    /**
     * Declares {@code get_load_position} as read-only, although it costs money. Hosts run read-only
     * tools without asking; then only the limits bound what it spends.
     */
    public Builder paidReadsAreReadOnly() {
      this.paidReadsAreReadOnly = true;
      return this;
    }

    /**
     * Includes the driver's link in results, for agents that have to pass it on. Whoever has the
     * link can act as the driver.
     */
    public Builder showDriverLinks() {
      this.driverLinks = true;
      return this;
    }

    /**
     * How long {@link #build} waits for the live prices that the descriptions show; zero does not
     * wait. Prices that arrive later are shown from then on. Default 5 seconds.
     */
    public Builder pricesWithin(Duration time) {
      if (Objects.requireNonNull(time, "time").isNegative()) {
        throw new IllegalArgumentException("pricesWithin: expected zero or more, got " + time);
      }
      this.pricesWithin = time;
      return this;
    }

    /** Is told of every finished call. Default: no listener. */
    public Builder listener(ToolListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** The clock of what the tools remember. Default: the system clock. */
    public Builder clock(Clock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Builds the tools and reads the live prices for their descriptions. Until the prices are read,
     * the descriptions refer to {@code get_pricing}.
     *
     * @throws IllegalStateException if neither limits nor {@link #unlimited()} were chosen, or
     *     both, or if no tool is left; also if the client has no spend ledger, and there are limits
     *     or a tool that needs one
     */
    public List<AgentTool> build() {
      if ((limits != null) == unlimited) {
        throw new IllegalStateException(
            "FreightTools: a model spends real money with these tools; choose limits(...), or"
                + " unlimited() to leave it to the balance"
                + (unlimited ? ", not both" : ""));
      }
      if (chosen.isEmpty()) {
        throw new IllegalStateException(
            "FreightTools: no tool is left; check only(...) and readOnly()");
      }
      if (!(ClientSettings.guard(client) instanceof LedgerGuard)) requireNoLedger();
      SpendScope scope = SpendScope.of(scopeName, limits == null ? SpendLimits.none() : limits);
      return ToolFactory.tools(
          new ToolSettings(
              client,
              scope,
              limitsPerScope,
              Set.copyOf(chosen),
              approvalAboveUsd,
              approver,
              referenceCheck,
              lookAlikesWithoutApproval,
              readInterval,
              paidReadsAreReadOnly,
              driverLinks,
              pricesWithin,
              listener,
              clock));
    }

    private void requireNoLedger() {
      boolean limited = limits != null || isSet(limitsPerScope);
      if (!limited && chosen.stream().noneMatch(ToolFactory.OF_THE_LEDGER::contains)) return;
      throw new IllegalStateException(
          "FreightTools: a spend ledger keeps "
              + (limited ? "limits" : "what list_loads and spending tell")
              + ", and the client has none; build the client with"
              + " FreightClient.builder().spendGuard(SpendLedger.inMemory().guard())"
              + (limited ? ", or choose unlimited()" : ", or leave them out"));
    }

    private static boolean isSet(SpendLimits limits) {
      return !SpendScope.client(limits).limits().isEmpty();
    }

    private static Duration positive(String name, Duration time) {
      if (Objects.requireNonNull(time, name).isNegative() || time.isZero()) {
        throw new IllegalArgumentException(name + ": expected a positive time, got " + time);
      }
      return time;
    }
  }
}

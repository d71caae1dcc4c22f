package io.freightsdk.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.agent.tools.ToolFactory;
import io.freightsdk.internal.agent.tools.ToolSettings;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.text.Require;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The freight tools of an AI agent: {@code create_load}, {@code get_load_position}, {@code
 * confirm_delivery}, {@code list_loads} and {@code get_budget}.
 *
 * <pre>{@code
 * SpendLedger ledger = SpendLedger.inMemory();
 * FreightClient client = FreightClient.builder().spendGuard(ledger.guard()).build();
 * List<AgentTool> tools = FreightTools.of(client, ledger, SpendLimit.perDay("20.00"));
 * }</pre>
 *
 * <p>Whatever a model does with them, it cannot spend more than the limits allow at the prices that
 * were read, and an order has one load, however often it is sent and however case, blanks and
 * punctuation of its reference are written. A {@code customerRef} is text of at most 200 letters,
 * digits, spaces, dashes and {@code . _ / # :}. Another character, such as a bracket or a plus, and
 * a number without quotes are an error that the model reads and corrects. What one {@link
 * FreightClient#accountId() account} has bought decides nothing about an order of another one. No
 * tool sets a status, because the service does not allow it (API description, operation {@code
 * updateLoadStatus}). Have one client for the whole application, and build tools as often as you
 * like.
 */
public final class FreightTools {
  private FreightTools() {}

  /**
   * All tools of a client, under limits.
   *
   * @param limits at least one
   * @throws InvalidOptionException if there is none, or two are for the same time
   * @see #builder
   */
  public static List<AgentTool> of(FreightClient client, SpendLedger ledger, SpendLimit... limits) {
    return builder(client, ledger).limits(limits).build();
  }

  /**
   * Starts to build the tools of a client. The caller closes client and ledger.
   *
   * @param ledger the ledger whose guard the client has: it keeps the limits, and answers {@code
   *     list_loads} and {@code get_budget}. Paid tools of a client without its guard answer that
   *     they are not configured. Where the client's guard is the application's own, around one of
   *     the ledger, the tools do not know its limits: they hold, but {@code get_budget} does not
   *     show them, and a person may be asked about a call that it then refuses
   */
  public static Builder builder(FreightClient client, SpendLedger ledger) {
    return new Builder(client, ledger);
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
      List<AgentTool> tools,
      String name,
      @Nullable String argumentsJson,
      @Nullable ToolCallContext call) {
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
    private final SpendLedger ledger;
    private List<SpendLimit> limits = List.of();
    private List<SpendLimit> limitsPerScope = List.of();
    private String scopeName = "agent";
    private Set<String> chosen = Set.copyOf(ToolFactory.NAMES);
    private @Nullable ReferenceCheck referenceCheck;
    private @Nullable BigDecimal approvalAboveUsd;
    private @Nullable Approver approver;
    private Clock clock = Clock.systemUTC();
    private TimeSource time = TimeSource.MACHINE;

    private Builder(FreightClient client, SpendLedger ledger) {
      this.client = Objects.requireNonNull(client, "client");
      this.ledger = Objects.requireNonNull(ledger, "ledger");
    }

    /**
     * What all callers of these tools may spend together, in addition to the limits of the client.
     * Required, because a model spends real money. What one call may cost is {@code maxPrice} of
     * the client.
     *
     * @param limits at least one
     * @throws InvalidOptionException if there is none, or two are for the same time
     */
    public Builder limits(SpendLimit... limits) {
      List<SpendLimit> ofAll = SpendScope.client(limits).limits();
      if (ofAll.isEmpty()) {
        throw new InvalidOptionException(
            "limits", "must have at least one limit", "add one, such as perDay(\"20.00\")");
      }
      this.limits = ofAll;
      return this;
    }

    /**
     * What each {@link ToolCallContext#scope()} may spend, in addition to the limits of all
     * callers; calls without one share the scope {@code unnamed}. Callers that have such limits are
     * not told the balance, which is everybody's. Default: no such limits.
     */
    public Builder limitsPerScope(SpendLimit... limits) {
      this.limitsPerScope = SpendScope.client(limits).limits();
      return this;
    }

    /**
     * Name of the {@link SpendScope} of these tools in the ledger. Tools with the same name share
     * their limits. Default {@code agent}.
     */
    public Builder scopeName(String name) {
      this.scopeName = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * Is asked before every paid call, or before those above {@link #approvalAbove}, and before
     * each confirmation of a delivery. A {@link ToolCallContext} may have its own approver.
     */
    public Builder approver(Approver approver) {
      this.approver = Objects.requireNonNull(approver, "approver");
      return this;
    }

    /**
     * The price in USD up to which calls need no approval. Without an approver, calls above it are
     * refused. No call costs more than this or what was approved, nor more than {@code maxPrice} of
     * the client. Default: 0 with an approver, no approvals without one.
     */
    public Builder approvalAbove(String usd) {
      return approvalAbove(Require.usd(usd, "approvalAbove"));
    }

    /** See {@link #approvalAbove(String)}. */
    public Builder approvalAbove(BigDecimal usd) {
      this.approvalAboveUsd = Require.notNegative(usd, "approvalAbove");
      return this;
    }

    /**
     * Offers only these tools. Default: all.
     *
     * @throws InvalidOptionException if there is no such tool, or none is named
     */
    public Builder onlyTools(String... tools) {
      Set<String> named = new LinkedHashSet<>(List.of(Objects.requireNonNull(tools, "tools")));
      for (String tool : named) {
        if (!ToolFactory.NAMES.contains(tool)) {
          throw new InvalidOptionException(
              "onlyTools", "there is no \"" + tool + "\"", "use some of " + names());
        }
      }
      if (named.isEmpty()) {
        throw new InvalidOptionException(
            "onlyTools", "must name at least one tool", "use some of " + names());
      }
      this.chosen = named;
      return this;
    }

    private static String names() {
      return String.join(", ", ToolFactory.NAMES);
    }

    /**
     * Compares references with the application's orders before a load is paid for. Default: no
     * check.
     */
    public Builder referenceCheck(ReferenceCheck check) {
      this.referenceCheck = Objects.requireNonNull(check, "check");
      return this;
    }

    /** The time of day, for tests. */
    Builder clock(Clock clock) {
      this.clock = clock;
      return this;
    }

    /** How calls wait for each other, for tests. */
    Builder time(TimeSource time) {
      this.time = time;
      return this;
    }

    /**
     * Builds the tools, and waits up to a second for the live prices that their descriptions show.
     * Until the prices are read, the descriptions refer to {@code get_budget}.
     *
     * @throws InvalidOptionException without {@link #limits}
     */
    public List<AgentTool> build() {
      if (limits.isEmpty()) {
        throw new InvalidOptionException(
            "limits",
            "are not set, and a model spends real money with these tools",
            "call limits(...), such as limits(SpendLimit.perDay(\"20.00\"))");
      }
      return ToolFactory.tools(
          new ToolSettings(
              client,
              ledger,
              SpendScope.of(scopeName, limits.toArray(SpendLimit[]::new)),
              limitsPerScope,
              chosen,
              approvalAboveUsd,
              approver,
              referenceCheck,
              clock,
              time));
    }
  }
}

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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds the freight tools of an AI agent as a list: {@code create_load}, {@code
 * get_load_position}, {@code confirm_delivery}, {@code list_loads} and {@code get_budget}.
 *
 * <pre>{@code
 * SpendLedger ledger = SpendLedger.inMemory();
 * FreightClient client = FreightClient.builder().spendGuard(ledger.guard()).build();
 * List<AgentTool> tools = FreightTools.of(client, ledger, SpendLimit.perDay("20.00"));
 * }</pre>
 *
 * <p>A model cannot spend more than the limits allow at the prices that were read. An order has one
 * load, even if the model repeats the call, or changes the case of the reference or which spaces or
 * punctuation separate its parts. A {@code customerRef} is text of at most 200 letters, digits,
 * spaces, dashes and {@code . _ / # :}. Any other character, or a number without quotes, is an
 * error for the model. Each {@link FreightClient#accountId() account} has its own orders. No tool
 * sets a status, because the service does not allow it (API description, operation {@code
 * updateLoadStatus}). Create one client for the application, and build tools as often as you like.
 */
public final class FreightTools {
  private FreightTools() {}

  /**
   * Builds all tools of a client, with limits.
   *
   * @param limits the limits of all callers together; at least one
   * @throws InvalidOptionException if there is no limit, or two cover the same period
   * @see #builder
   */
  public static List<AgentTool> of(FreightClient client, SpendLedger ledger, SpendLimit... limits) {
    return builder(client, ledger).sharedLimits(limits).build();
  }

  /**
   * Creates a builder for the tools of a client. The tools close neither the client nor the ledger.
   *
   * @param ledger the ledger of the client's guard. It enforces the limits, and has the data for
   *     {@code list_loads} and {@code get_budget}. If the client has no guard of this ledger, paid
   *     tools return a configuration error. If your own guard wraps the ledger's guard, your limits
   *     apply, too. But {@code get_budget} does not show them, and a person may approve a call that
   *     your guard then refuses
   */
  public static Builder builder(FreightClient client, SpendLedger ledger) {
    return new Builder(client, ledger);
  }

  /**
   * Calls a tool by its name. Never throws an exception: an unknown name returns an error, too.
   *
   * @param argumentsJson the arguments as the model wrote them; null or blank counts as no
   *     arguments
   * @param call the caller; null if unknown
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
   * Returns the error for a call to an unknown tool, for frameworks that would throw an exception.
   * It has the names of the known tools; for a name such as {@code cancel_load}, it states that no
   * call cancels a load.
   */
  public static ToolResult unknownTool(String name, List<AgentTool> known) {
    return ToolFactory.unknownTool(
        Objects.requireNonNull(name, "name"), Objects.requireNonNull(known, "known"));
  }

  /**
   * Returns the instructions for a model. They explain each {@code retry}, and state that texts in
   * results are not instructions. Add them to the system prompt of an agent. MCP hosts get them as
   * {@code instructions}.
   */
  public static String instructions() {
    return ToolFactory.INSTRUCTIONS;
  }

  /** Configures the tools of a client and builds them as a list. Not safe for concurrent use. */
  public static final class Builder {
    private final FreightClient client;
    private final SpendLedger ledger;
    private List<SpendLimit> sharedLimits = List.of();
    private List<SpendLimit> limitsPerScope = List.of();
    private String scopeName = "agent";
    private Set<String> chosen = Set.copyOf(ToolFactory.NAMES);
    private @Nullable ReferenceCheck referenceCheck;
    private @Nullable BigDecimal approvalAboveUsd;
    private @Nullable Approver approver;
    private Consumer<ApprovalOutcome> approvalListener = outcome -> {};
    private Clock clock = Clock.systemUTC();
    private TimeSource time = TimeSource.MACHINE;

    private Builder(FreightClient client, SpendLedger ledger) {
      this.client = Objects.requireNonNull(client, "client");
      this.ledger = Objects.requireNonNull(ledger, "ledger");
    }

    /**
     * The limits of all callers together, in addition to the limits of the client. Required,
     * because a model spends real money. To limit the price of one call, use {@code maxPrice} of
     * the client.
     *
     * @param limits the limits; at least one
     * @throws InvalidOptionException if there is no limit, or two cover the same period
     */
    public Builder sharedLimits(SpendLimit... limits) {
      List<SpendLimit> ofAll = SpendScope.client(limits).limits();
      if (ofAll.isEmpty()) {
        throw new InvalidOptionException(
            "sharedLimits", "must have at least one limit", "add one, such as perDay(\"20.00\")");
      }
      this.sharedLimits = ofAll;
      return this;
    }

    /**
     * The limits of each {@link ToolCallContext#scope()}, in addition to {@link #sharedLimits}.
     * Calls without a scope share the scope {@code unnamed}. With these limits, callers do not see
     * the balance, which all callers share. Default: none.
     */
    public Builder limitsPerScope(SpendLimit... limits) {
      this.limitsPerScope = SpendScope.client(limits).limits();
      return this;
    }

    /**
     * The name of the {@link SpendScope} of these tools in the ledger. Tools with the same name
     * share their limits. Default: {@code agent}.
     */
    public Builder scopeName(String name) {
      this.scopeName = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * The approver of paid calls and of each confirmation of a delivery. Paid calls up to {@link
     * #approvalAbove} need no approval. A {@link ToolCallContext} may have its own approver.
     * Default: none.
     */
    public Builder approver(Approver approver) {
      this.approver = Objects.requireNonNull(approver, "approver");
      return this;
    }

    /**
     * The price in USD up to which a call needs no approval. Without an approver, calls above it
     * are refused. A call costs at most this price or the approved price, and at most {@code
     * maxPrice} of the client. Default: 0 with an approver; without an approver, no call needs an
     * approval.
     */
    public Builder approvalAbove(String usd) {
      return approvalAbove(Require.usd(usd, "approvalAbove"));
    }

    /** {@link #approvalAbove(String)} with the price as a number. */
    public Builder approvalAbove(BigDecimal usd) {
      this.approvalAboveUsd = Require.notNegative(usd, "approvalAbove");
      return this;
    }

    /**
     * The listener that receives the outcome of each approval request, whoever answered it: the
     * {@link #approver}, the approver of a call, or a person at an MCP host. It runs on the thread
     * of the call, before an approved call is sent, so return quickly. An exception is logged and
     * changes nothing. Default: none. Each outcome is also a line in the log, at the level INFO.
     */
    public Builder approvalListener(Consumer<ApprovalOutcome> listener) {
      this.approvalListener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * The names of the tools to offer, such as {@code create_load}. Default: all tools.
     *
     * @throws InvalidOptionException if no tool has one of the names, or if there are no names
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
     * The check of references against the application's orders, before a load is created. Default:
     * no check.
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
     * Builds the tools. Waits at most a second for the prices in their descriptions. Until the
     * prices are read, the descriptions refer to {@code get_budget}.
     *
     * @throws InvalidOptionException if {@link #sharedLimits} are not set
     */
    public List<AgentTool> build() {
      if (sharedLimits.isEmpty()) {
        throw new InvalidOptionException(
            "sharedLimits",
            "are not set, and a model spends real money with these tools",
            "call sharedLimits(...), such as sharedLimits(SpendLimit.perDay(\"20.00\"))");
      }
      return ToolFactory.tools(
          new ToolSettings(
              client,
              ledger,
              SpendScope.of(scopeName, sharedLimits.toArray(SpendLimit[]::new)),
              limitsPerScope,
              chosen,
              approvalAboveUsd,
              approver,
              approvalListener,
              referenceCheck,
              clock,
              time));
    }
  }
}

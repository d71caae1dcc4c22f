package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.TimeFormat;
import io.freightsdk.internal.agent.results.ToolOutput;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists the newest 20 loads that these tools created in the client's account, or the load of one
 * reference, from the entries of the ledger. Used by a model that lost its context.
 */
final class ListLoadsTool implements ToolHandler {
  private static final int MAX_LOADS = 20;

  /** Enough entries for the loads, although an order can have several. */
  private static final int MAX_ENTRIES = 100;

  /** Otherwise, the next call of a model is a creation. */
  private static final String NO_LOAD =
      "These tools created no load for this customerRef. The order may have a load under another"
          + " reference, or from another program: ask the user before you create one.";

  private static final String NO_RESPONSE =
      "No response yet: repeat its create_load with the same arguments, or ask the user for them.";

  private final FreightClient client;
  private final SpendLedger ledger;
  private final SpendFilter creations;
  private final LastStatuses lastStatus;

  /**
   * @param scope the scope of these tools
   */
  ListLoadsTool(
      FreightClient client, SpendLedger ledger, SpendScope scope, LastStatuses lastStatus) {
    this.client = client;
    this.ledger = ledger;
    this.lastStatus = lastStatus;
    this.creations = SpendFilter.all().scope(scope).operation(Operation.CREATE_LOAD);
  }

  @Override
  public ToolOutput handle(ToolCall call) {
    String written = call.optionalText("customerRef");
    String account = CurrentAccount.of(client);
    SpendFilter own = creations.accountId(account);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (written != null) {
      SpendEntry order =
          LedgerOrder.find(ledger, own.customerRef(ReferenceNormalizer.normalize(written)))
              .loadOrPending();
      members.put("loads", order == null ? List.of() : List.of(load(account, order, true)));
      if (order == null) members.put("note", NO_LOAD);
      return ToolOutput.free(members);
    }
    List<SpendEntry> newest = ledger.entries(own.newestFirst()).limit(MAX_ENTRIES).toList();
    List<SpendEntry> orders =
        LedgerOrder.group(newest).stream()
            .flatMap(order -> Stream.ofNullable(order.loadOrPending()))
            .toList();
    members.put(
        "loads",
        orders.stream().limit(MAX_LOADS).map(entry -> load(account, entry, false)).toList());
    if (newest.size() == MAX_ENTRIES || orders.size() > MAX_LOADS)
      members.put("note", "Older loads are not listed. To find one, pass its customerRef.");
    return ToolOutput.free(members);
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    return ReferenceNormalizer.problem((String) value);
  }

  /**
   * @param isRequested whether the model requested this order, so that the result has its tracking
   *     link
   */
  private Map<String, @Nullable Object> load(
      String account, SpendEntry entry, boolean isRequested) {
    String loadNumber = UntrustedText.identifier(entry.loadNumber());
    LastStatuses.KnownStatus seen = loadNumber == null ? null : lastStatus.get(account, loadNumber);
    Map<String, @Nullable Object> load = new LinkedHashMap<>();
    load.put("customerRef", UntrustedText.line(entry.customerRef()));
    load.put("loadNumber", loadNumber);
    LedgerOrder.addTime(entry, load);
    if (seen != null) {
      load.put("status", seen.status());
      load.put("statusAt", TimeFormat.roundedDown(seen.at()));
    }
    if (isRequested) load.put("trackingLink", UntrustedText.link(entry.trackingLink()));
    if (entry.loadNumber() == null) load.put("note", NO_RESPONSE);
    return load;
  }
}

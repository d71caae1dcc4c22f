package io.freightsdk.server.junit;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.RecordedRequest;
import java.util.List;
import java.util.Objects;

/**
 * The state of the server when a test failed, attached to the failure. It has no key and no token.
 */
final class ServerState extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN = 10;

  /**
   * The state of a broker. It also shows requests without a broker (unknown path or invalid key)
   * after the first {@code requestsBefore} requests.
   */
  ServerState(InMemoryFreightServer server, Broker broker, long requestsBefore) {
    super(describe(server, broker, requestsBefore), null, false, false);
  }

  private static String describe(InMemoryFreightServer server, Broker broker, long requestsBefore) {
    StringBuilder text = new StringBuilder("state of the in-memory server at ");
    text.append(server.clock().now());
    text.append("\n  broker ").append(broker.brokerId());
    text.append(" holds ").append(broker.balanceUsd().toPlainString()).append(" USD");
    appendLedger(text, broker.ledger());
    List<RecordedRequest> shown =
        server
            .journal()
            .matching(
                request ->
                    request.brokerId() == null
                        ? request.sequence() > requestsBefore
                        : request.brokerId().equals(broker.brokerId()));
    appendRequests(text, server, shown);
    for (String fault : broker.faults().neverFired()) {
      text.append("\n  never fired: ").append(fault);
    }
    return text.toString();
  }

  private static void appendLedger(StringBuilder text, List<LedgerEntry> entries) {
    text.append("\n  ledger, last ").append(MAX_SHOWN).append(':');
    for (LedgerEntry entry : last(entries)) {
      text.append("\n    ").append(entry.at()).append(' ').append(entry.type()).append(' ');
      text.append(entry.amountUsd().toPlainString()).append(" USD");
      if (entry.operation() != null) text.append(' ').append(entry.operation().id());
      if (entry.loadNumber() != null) text.append(' ').append(entry.loadNumber());
    }
  }

  private static void appendRequests(
      StringBuilder text, InMemoryFreightServer server, List<RecordedRequest> shown) {
    text.append("\n  requests, last ")
        .append(MAX_SHOWN)
        .append(" of ")
        .append(shown.size())
        .append(':');
    for (RecordedRequest request : last(shown)) {
      text.append("\n    ").append(request);
    }
    shown.stream()
        .filter(request -> request.brokerId() != null)
        .map(RecordedRequest::path)
        .filter(path -> path.startsWith("/v1/agent/loads/"))
        .map(path -> path.split("/", -1)[4])
        .distinct()
        .forEach(loadNumber -> appendLoad(text, server, loadNumber));
  }

  private static void appendLoad(
      StringBuilder text, InMemoryFreightServer server, String loadNumber) {
    try {
      text.append("\n  load ").append(server.load(loadNumber));
    } catch (IllegalArgumentException e) {
      text.append("\n  ").append(Objects.requireNonNullElse(e.getMessage(), "no such load"));
    }
  }

  private static <T> List<T> last(List<T> all) {
    return all.subList(Math.max(0, all.size() - MAX_SHOWN), all.size());
  }
}

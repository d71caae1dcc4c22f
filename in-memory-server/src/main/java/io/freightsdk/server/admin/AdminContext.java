package io.freightsdk.server.admin;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.PingResults;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.time.VirtualClock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A server as its test control sees it.
 *
 * @param server what its Java API shows
 * @param service its operations and all that it holds
 * @param clock the clock that tests move
 * @param faults the faults that are planned
 * @param journal the requests that it was sent
 * @param views a load as the Java API shows it
 * @param pings adds fixes to a load
 */
public record AdminContext(
    InMemoryFreightServer server,
    FreightService service,
    VirtualClock clock,
    FaultPlan faults,
    RequestJournal journal,
    Function<StoredLoad, LoadView> views,
    BulkPings pings) {
  /** Adds the fixes of a list to a load; an empty element is one that could not be read. */
  public interface BulkPings {
    PingResults add(String loadNumber, List<Optional<RawPing>> pings);
  }
}

package io.freightsdk.server.admin;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.time.VirtualClock;

/**
 * A server as its test control sees it.
 *
 * @param server what its Java API shows
 * @param service its operations and all that it holds
 * @param clock the clock that tests move
 * @param faults the faults that are planned
 * @param journal the requests that it was sent
 */
public record AdminContext(
    InMemoryFreightServer server,
    FreightService service,
    VirtualClock clock,
    FaultPlan faults,
    RequestJournal journal) {}

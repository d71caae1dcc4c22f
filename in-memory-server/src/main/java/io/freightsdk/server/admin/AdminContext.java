package io.freightsdk.server.admin;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.time.VirtualClock;

/**
 * The parts of a server that its test control uses.
 *
 * @param server the Java API
 * @param service the operations and the state
 * @param clock the clock that tests move
 * @param faults the planned faults
 * @param journal the recorded requests
 */
public record AdminContext(
    InMemoryFreightServer server,
    FreightService service,
    VirtualClock clock,
    FaultPlan faults,
    RequestJournal journal) {}

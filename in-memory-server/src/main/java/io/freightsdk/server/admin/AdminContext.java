package io.freightsdk.server.admin;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.journal.SmsStore;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.time.VirtualClock;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a server that its test control uses.
 *
 * @param reset returns the server to the state after its start
 * @param drive drives the truck of a load
 */
public record AdminContext(
    FreightService service,
    VirtualClock clock,
    FaultPlan faults,
    RequestJournal journal,
    SmsStore sms,
    Runnable reset,
    Consumer<DriveRequest> drive) {
  /**
   * A drive of a load's truck.
   *
   * @param untilStop the sequence of the stop at which the drive ends; null for {@code untilStatus}
   * @param untilStatus the status at which the drive ends; null for {@code untilStop}
   * @param speedMph the speed; null for the default
   * @param fixInterval the time between two fixes; null for the default
   */
  public record DriveRequest(
      String loadNumber,
      @Nullable Integer untilStop,
      @Nullable LoadStatus untilStatus,
      @Nullable Double speedMph,
      @Nullable Duration fixInterval) {}
}

package io.freightsdk.server.pages;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * A server on a Friday at noon, the same on every machine: one load planned, one delivered, and one
 * whose truck is on the road in Kentucky. Its broker has paid for three loads and two positions.
 */
final class ConsoleScene implements AutoCloseable {
  static final String ON_THE_ROAD = "LD-2026-0001";
  static final String PLANNED = "LD-2026-0003";

  final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .frozenClock()
          .seed(11)
          .start();
  final Broker broker = server.createBroker("25.00");
  final Http client = new Http(server.baseUrl(), broker.agentKey());

  ConsoleScene() {
    create("acme/PO-1007", "Cincinnati", "OH", "45202", "Sevierville", "TN", "37862");
    create("acme/PO-1004", "Atlanta", "GA", "30303", "Chattanooga", "TN", "37402");
    server.driver("LD-2026-0002").driveUntil(LoadStatus.DELIVERED);
    create("globex/77-1009", "Chicago", "IL", "60607", "Dallas", "TX", "75212");
    read(PLANNED);
    server.driver(ON_THE_ROAD).driveUntil(LoadStatus.IN_TRANSIT).driveTo(37.2, -84.1);
    read(ON_THE_ROAD);
    server.clock().advance(Duration.ofMinutes(1));
  }

  /** The console at an address in it, such as {@code #money}. */
  String console(String address) {
    return server.baseUrl() + "/__admin/" + address;
  }

  @Override
  public void close() {
    server.close();
  }

  private void read(String loadNumber) {
    client.get("/v1/agent/loads/" + loadNumber);
  }

  /** A stop is its city, state and ZIP code. */
  private void create(String reference, String... stops) {
    client.post(
        "/v1/agent/loads",
        String.format(
            Locale.ROOT,
            """
            {"customerRef":"%s","driverPhone":"+13125550142","equipmentType":"REEFER","weight":41200,
             "shipperName":"Valley Fresh Produce",
             "pickups":[{"facilityName":"Valley Fresh Packing","address":"255 E 5th St",
               "city":"%s","state":"%s","zip":"%s","date":"2026-11-20T14:00:00Z"}],
             "deliveries":[{"facilityName":"Lone Star Grocers","address":"120 Gary Wade Blvd",
               "city":"%s","state":"%s","zip":"%s","date":"2026-11-20T22:00:00Z"}]}""",
            reference,
            stops[0],
            stops[1],
            stops[2],
            stops[3],
            stops[4],
            stops[5]));
  }
}

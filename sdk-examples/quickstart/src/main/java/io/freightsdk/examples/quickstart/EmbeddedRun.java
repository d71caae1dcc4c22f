package io.freightsdk.examples.quickstart;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.server.Broker;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.Driver;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.Sms;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** The life of a load against a server in this JVM, where the clock is moved instead of waiting. */
final class EmbeddedRun {
  private static final List<Town> ROUTE =
      List.of(
          new Town("Lexington KY", 38.0406, -84.5037),
          new Town("London KY", 37.1290, -84.0833),
          new Town("Knoxville TN", 35.9606, -83.9207));

  private final PrintStream out;
  private final Narrator narrator;

  EmbeddedRun(PrintStream out) {
    this.out = out;
    this.narrator = new Narrator(out);
  }

  void run() {
    Instant start = Instant.now().truncatedTo(ChronoUnit.HOURS);
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().clockStart(start).frozenClock().start()) {
      Broker broker = server.createBroker("25.00").deliveryCompletion(DeliveryCompletion.ON_BOL);
      out.printf(
          Locale.ROOT,
          "The service runs in this JVM at %s; times are virtual, in UTC.%n",
          server.baseUrl());
      out.printf(Locale.ROOT, "The broker has prepaid %s USD.%n%n", broker.balanceUsd());
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              // Nothing is sent without a price, so each line can tell what its call cost.
              .maxPrice("1.00")
              .build()) {
        tell(server, broker, client, SampleLoad.startingAt(start));
      }
    }
  }

  private void tell(
      InMemoryFreightServer server, Broker broker, FreightClient client, CreateLoadInput input) {
    FreightResponse<CreateLoadOutcome> created = client.withResponse().createLoad(input);
    String loadNumber = created.value().loadNumber();
    narrator.event(server.clock().now(), "createLoad        " + loadNumber, created.charge());
    for (Sms sms : server.sms().to(input.driverPhone())) {
      narrator.note(sms.at(), "    SMS to the driver: " + withoutLink(sms));
    }
    look(server, client, loadNumber);

    Driver driver = server.driver(loadNumber);
    driver.driveToNextStop();
    look(server, client, loadNumber);
    driver.waitAtStop(Duration.ofMinutes(40));
    narrator.note(server.clock().now(), "    loaded; the truck leaves");
    driveInLegs(server, client, driver, loadNumber);
    driver.waitAtStop(Duration.ofMinutes(30));

    var confirmed = client.withResponse().confirmDelivery(loadNumber, server.clock().now());
    narrator.event(
        server.clock().now(),
        String.format(
            Locale.ROOT,
            "confirmDelivery   %s -> %s",
            confirmed.value().oldStatus(),
            confirmed.value().newStatus()),
        confirmed.charge());
    LoadPosition last = look(server, client, loadNumber);
    out.println();
    narrator.stops(last);
    out.println();
    new Statement(out).print(broker, client.getBalance().balanceUsd());
  }

  /** Reads the position in each town on the way, as a dispatcher would. */
  private void driveInLegs(
      InMemoryFreightServer server, FreightClient client, Driver driver, String loadNumber) {
    for (Town town : ROUTE) {
      driver.driveTo(town.lat(), town.lng());
      narrator.note(server.clock().now(), "    passing " + town.name());
      look(server, client, loadNumber);
    }
    driver.driveToNextStop();
    look(server, client, loadNumber);
  }

  private LoadPosition look(InMemoryFreightServer server, FreightClient client, String loadNumber) {
    FreightResponse<LoadPosition> read = client.withResponse().getLoadPosition(loadNumber);
    narrator.position(server.clock().now(), read.value(), read.charge());
    return read.value();
  }

  /** The link is not shown, because it gives access to the driver's page. */
  private static String withoutLink(Sms sms) {
    return sms.text().replace(sms.link(), "<driver link>");
  }

  /** A place on the way. */
  private record Town(String name, double lat, double lng) {}
}

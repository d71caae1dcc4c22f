package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.server.view.Sms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class CapacityTest {
  @Test
  void journalKeepsTheNewestRequestsAndCountsAll() {
    try (Service service = Service.of(InMemoryFreightServer.builder().journalCapacity(5))) {
      for (int i = 0; i < 12; i++) service.client().get("/v1/agent/balance");
      Journal journal = service.server().journal();
      assertThat(journal.total()).isEqualTo(12);
      assertThat(journal.requests())
          .extracting(RecordedRequest::sequence)
          .containsExactly(8L, 9L, 10L, 11L, 12L);
      assertThat(journal.last(2)).hasSize(2);
      assertThat(journal.last(0)).isEmpty();
    }
  }

  @Test
  void outboxKeepsTheNewestMessages() {
    try (Service service = Service.of(InMemoryFreightServer.builder().smsCapacity(3))) {
      List<String> numbers = new ArrayList<>();
      for (int i = 0; i < 5; i++) numbers.add(service.createLoad());
      assertThat(service.server().sms().messages())
          .extracting(Sms::loadNumber)
          .containsExactlyElementsOf(numbers.subList(2, 5));
    }
  }

  @Test
  void journalReplacesALargeBodyByItsSize() {
    try (Service service = Service.start()) {
      String body = "{\"shipperName\":\"" + "x".repeat(17_000) + "\"}";
      service.client().post("/v1/agent/loads", body);
      assertThat(service.server().journal().last(1).get(0).body())
          .isEqualTo("(" + body.length() + " bytes, not kept)");
    }
  }

  @Test
  void journalKeepsTheBodyOfAnOrderWithManyStops() {
    try (Service service = Service.start()) {
      String stop = Orders.pickup().replace("{", "{\"facilityName\":\"Northern Dock 4\",");
      String body =
          String.format(
              Locale.ROOT,
              "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s]}",
              String.join(",", Collections.nCopies(20, stop)),
              String.join(",", Collections.nCopies(30, stop)));
      assertThat(service.client().post("/v1/agent/loads", body).status()).isEqualTo(201);
      assertThat(service.server().journal().last(1).get(0).body()).isEqualTo(body);
    }
  }

  @Test
  void journalReplacesALargeResponseByItsSize() {
    try (Service service = Service.start()) {
      String number = service.createLoad();
      service.server().driver(number).driveUntilStop(2);
      Http.Reply read = service.read(number);
      assertThat(read.text().length()).isBetween(4_097, 200_000);
      assertThat(
              service
                  .admin("GET", "requests/" + read.header("X-Request-Id"), null)
                  .json()
                  .text("responseBody"))
          .endsWith(" bytes, not kept)");
    }
  }

  @Test
  void failedAwaitListsWhatArrived() {
    try (Service service = Service.start()) {
      service.client().get("/v1/agent/balance");
      assertThat(
              service
                  .server()
                  .journal()
                  .await(request -> request.path().endsWith("balance"), Duration.ZERO)
                  .status())
          .isEqualTo(200);
      assertThatThrownBy(
              () -> service.server().journal().await(request -> false, Duration.ofMillis(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("GET /v1/agent/balance -> 200");
    }
  }
}

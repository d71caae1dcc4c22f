package com.example

import io.freightsdk.FreightClient
import io.freightsdk.model.CreateLoadInput
import io.freightsdk.model.StopInput
import io.freightsdk.server.Broker
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer
import java.math.BigDecimal
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.test.context.SpringBootTest

private const val ORDER =
  """{"driverPhone":"+13125550147","customerRef":"PO-7",
      "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
      "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}"""

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureFreightServer
class ShopTest(
  @param:Autowired val freight: FreightClient,
  @param:Autowired val broker: Broker,
  @param:Value("\${local.server.port}") val port: Int,
) {
  @Test
  fun loadIsCreatedReadAndPaid() {
    val before = broker.balanceUsd()
    val number = freight.createLoad(
      CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop("520 Vine St", "Cincinnati", "OH", "45202"))
        .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
        .build()
    ).loadNumber()
    assertContains("\"loadNumber\":\"$number\"", get("/loads/$number"))
    val after = before - BigDecimal("0.67")
    assertContains("\"balanceUsd\":$after", get("/actuator/health"))
    assertEquals(after, broker.balanceUsd())
  }

  @Test
  fun callerGetsTheReturnedValue() {
    val order = HttpRequest.newBuilder(address("/loads"))
      .header("Content-Type", "application/json")
      .POST(BodyPublishers.ofString(ORDER))
      .build()
    val created = HttpClient.newHttpClient().send(order, BodyHandlers.ofString())
    assertEquals(200, created.statusCode(), created.body())
    assertContains(
      "\"charge\":{\"kind\":\"CHARGED\",\"amountUsd\":0.65,\"pricedAt\":\"20",
      created.body(),
    )
    assertContains("\"driverWebLink\":\"http", created.body())
    assertContains("\"deduplicated\":false", created.body())

    val number = created.body().replace(Regex(".*\"loadNumber\":\"([^\"]+)\".*"), "$1")
    assertEquals(get("/loads/$number"), get("/responses/$number"))
    assertContains("\"20", get("/loads/$number/readAt"))
  }

  private fun assertContains(part: String, text: String) = assertTrue(text.contains(part), text)

  private fun get(path: String): String {
    val request = HttpRequest.newBuilder(address(path)).build()
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body()
  }

  private fun address(path: String) = URI.create("http://127.0.0.1:$port$path")

  private fun stop(address: String, city: String, state: String, zip: String): StopInput =
    StopInput.builder().address(address).city(city).state(state).zip(zip).build()
}

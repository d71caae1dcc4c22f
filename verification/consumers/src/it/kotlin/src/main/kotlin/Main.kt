package com.example

import io.freightsdk.FreightClient
import io.freightsdk.model.CreateLoadInput
import io.freightsdk.model.LoadPosition
import io.freightsdk.model.StopInput
import io.freightsdk.server.InMemoryFreightServer
import java.time.Instant

/** Creates a load and reads it; what may be null is `?` to the compiler, and what may not is not. */
fun main() {
    InMemoryFreightServer.start().use { server ->
        val broker = server.createBroker("25.00")
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build().use { client ->
            val load = client.createLoad(input())
            val position: LoadPosition = client.getLoadPosition(load.loadNumber())
            val deliveredAt: Instant? = position.deliveredAt()
            check(deliveredAt == null) { "delivered before it was driven" }
            val status: String = position.status().value()
            println("${load.loadNumber()} $status")
        }
    }
}

private fun input(): CreateLoadInput =
    CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop("Cincinnati", "OH", "45202"))
        .deliveries(stop("Sevierville", "TN", "37862"))
        .build()

private fun stop(city: String, state: String, zip: String): StopInput =
    StopInput.builder().address("1 Main St").city(city).state(state).zip(zip).build()

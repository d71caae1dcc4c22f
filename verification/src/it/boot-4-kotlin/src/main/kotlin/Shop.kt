package com.example

import io.freightsdk.CreateLoadOutcome
import io.freightsdk.FreightClient
import io.freightsdk.FreightResponse
import io.freightsdk.model.CreateLoadInput
import io.freightsdk.model.LoadPosition
import io.freightsdk.spring.boot.FreightClientCustomizer
import java.time.Instant
import java.util.concurrent.CompletableFuture
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication
import org.springframework.context.annotation.Bean
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RestController

@SpringBootApplication
class Shop {
  @Bean
  fun named() = FreightClientCustomizer { it.userAgentSuffix("shop/1") }
}

@RestController
class Positions(private val freight: FreightClient) {
  @PostMapping("/loads")
  fun create(@RequestBody order: CreateLoadInput): CreateLoadOutcome = freight.createLoad(order)

  @GetMapping("/responses/{number}")
  fun response(@PathVariable number: String): FreightResponse<LoadPosition> =
    freight.withResponse().getLoadPosition(number)

  @GetMapping("/loads/{number}")
  fun position(@PathVariable number: String): LoadPosition = freight.getLoadPosition(number)

  @GetMapping("/loads/{number}/readAt")
  fun readAt(@PathVariable number: String): CompletableFuture<Instant> =
    freight.async().withResponse().getLoadPosition(number).thenApply { it.readAt() }

  @GetMapping("/loads/{number}/eta")
  fun eta(@PathVariable number: String): String =
    freight.getLoadPosition(number).eta()?.toString() ?: "unknown"
}

fun main(args: Array<String>) {
  runApplication<Shop>(*args)
}

package com.example

import io.freightsdk.FreightClient
import io.freightsdk.model.LoadPosition
import io.freightsdk.spring.boot.FreightClientCustomizer
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication
import org.springframework.context.annotation.Bean
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController

@SpringBootApplication
class Shop {
  @Bean
  fun named() = FreightClientCustomizer { it.userAgentSuffix("shop/1") }
}

@RestController
class Positions(private val freight: FreightClient) {
  @GetMapping("/loads/{number}")
  fun position(@PathVariable number: String): LoadPosition = freight.getLoadPosition(number)

  @GetMapping("/loads/{number}/eta")
  fun eta(@PathVariable number: String): String =
    freight.getLoadPosition(number).eta()?.toString() ?: "unknown"
}

fun main(args: Array<String>) {
  runApplication<Shop>(*args)
}

package io.freightsdk.examples.benchmarks.twin;

import java.math.BigDecimal;

public record TwinBalance(String currency, BigDecimal balanceUsd) {}

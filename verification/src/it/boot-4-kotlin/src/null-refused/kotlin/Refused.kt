package com.example

import io.freightsdk.model.LoadPosition
import java.time.Instant

/** Must not compile: a delivery time may be null, and this says that it may not. */
fun deliveredAt(position: LoadPosition): Instant = position.deliveredAt()

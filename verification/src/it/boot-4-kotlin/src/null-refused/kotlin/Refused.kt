package com.example

import io.freightsdk.model.LoadPosition
import java.time.Instant

/** Must not compile: deliveredAt() may be null, and the return type is not nullable. */
fun deliveredAt(position: LoadPosition): Instant = position.deliveredAt()

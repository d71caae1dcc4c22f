/** A backend that books loads for orders; the Spring Boot starter does everything else. */
@NullMarked
package io.freightsdk.examples.dispatch;

import org.jspecify.annotations.NullMarked;

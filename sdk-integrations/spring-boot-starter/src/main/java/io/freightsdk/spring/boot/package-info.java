/**
 * How an application configures the starter: properties, customizers, the supplier of the agent
 * key.
 */
@NullMarked
package io.freightsdk.spring.boot;

import org.jspecify.annotations.NullMarked;

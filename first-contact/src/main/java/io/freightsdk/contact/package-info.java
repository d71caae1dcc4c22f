/**
 * The program that checks a service on the first day with a key. {@code Checks} are values. Only
 * {@code CheckRunner}, which guards the money, and {@code ClientChecks} send requests.
 */
@NullMarked
package io.freightsdk.contact;

import org.jspecify.annotations.NullMarked;
